/** The answer of a foreign protocol. */
// biome-ignore lint/suspicious/noExplicitAny: each protocol has answers of its own
export type Body = any;
/** What a request to a door may have as its body. */
export type Sent = FormData | URLSearchParams | string | Uint8Array<ArrayBuffer>;

/** A form of texts and files. @param filename of every file */
export function formOf(parts: [string, Buffer | string][], filename = 'a.png'): FormData {
  const body = new FormData();
  for (const [name, content] of parts) {
    if (typeof content === 'string') body.append(name, content);
    else body.append(name, new Blob([new Uint8Array(content)]), filename);
  }
  return body;
}

export const jsonOf = async (answer: Response | Promise<Response>): Promise<Body> => (await answer).json();
