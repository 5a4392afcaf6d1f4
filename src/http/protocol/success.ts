/** The success envelope of the API. */
export function success<const T>(data: T, message: string): { success: true; data: T; message: string } {
  return { success: true, data, message };
}

/** A count with its noun, such as `2 images`. */
export function counted(count: number, noun: string, show: (count: number) => string = String): string {
  return `${show(count)} ${noun}${count === 1 ? '' : 's'}`;
}
