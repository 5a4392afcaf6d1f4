/** Runs work under a name; whoever asks for the same while it runs gets the same outcome. */
export type SingleFlight<T> = (name: string, work: () => Promise<T>) => Promise<T>;

export function createSingleFlight<T>(): SingleFlight<T> {
  const flights = new Map<string, Promise<T>>();
  return (name, work) => {
    const running = flights.get(name);
    if (running !== undefined) return running;
    const flight = work().finally(() => flights.delete(name));
    flights.set(name, flight);
    return flight;
  };
}
