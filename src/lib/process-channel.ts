/** What a process lets another one call, by name. */
export type Callables = Map<string, (...values: never[]) => unknown>;

/** Calls between two processes that exchange messages. Values are copied by structured clone. */
export interface ProcessChannel {
  /**
   * Calls a function of the other process.
   * @throws Error with the message of the one that the function threw, or when the channel is closed before the answer
   */
  call(name: string, ...values: unknown[]): Promise<unknown>;
  /** Calls a function that does not fail, without waiting for it. */
  tell(name: string, ...values: unknown[]): void;
}

/** The end of a channel: `process` of a child process, or the child process itself. */
interface End {
  readonly connected: boolean;
  on(event: 'message', hear: (message: unknown) => void): unknown;
  on(event: 'disconnect', hear: () => void): unknown;
  send?(message: object, handle: undefined, options: undefined, onSent: (error: Error | null) => void): boolean;
}

type Message =
  | { kind: 'call'; id: number | undefined; name: string; values: unknown[] }
  | { kind: 'answer'; id: number; value?: unknown; failure?: string };

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** @param callables what the other process may call; read at each call */
export function openProcessChannel(end: End, callables: Callables): ProcessChannel {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;

  function send(message: Message): void {
    // Without the callback, a channel that closes now would be an uncaught error. Callers that wait hear of it below.
    end.send?.(message, undefined, undefined, () => {});
  }

  async function answer({ id, name, values }: Extract<Message, { kind: 'call' }>): Promise<void> {
    try {
      const called = callables.get(name);
      if (called === undefined) throw new Error(`no function ${name}`);
      const value = await called(...(values as never[]));
      if (id !== undefined) send({ kind: 'answer', id, value });
    } catch (error) {
      if (id !== undefined)
        send({ kind: 'answer', id, failure: error instanceof Error ? error.message : String(error) });
    }
  }

  end.on('message', (received) => {
    const message = received as Message;
    if (message.kind === 'call') void answer(message);
    else {
      const one = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.failure === undefined) one?.resolve(message.value);
      else one?.reject(new Error(message.failure));
    }
  });
  end.on('disconnect', () => {
    for (const { reject } of waiting.values()) reject(new Error('the other process has ended'));
    waiting.clear();
  });

  return {
    call: (name, ...values) =>
      new Promise((resolve, reject) => {
        if (!end.connected) throw new Error('the other process has ended');
        const id = ++lastId;
        send({ kind: 'call', id, name, values });
        waiting.set(id, { resolve, reject });
      }),
    tell: (name, ...values) => send({ kind: 'call', id: undefined, name, values }),
  };
}
