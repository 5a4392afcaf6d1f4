import { locked, readText, writeText } from './private-file.ts';

/** The oldest entries beyond this number are forgotten. */
export const MAX_ENTRIES = 1_000;

/** An image that was uploaded from here. */
export interface Entry {
  id: string;
  /** Address of the service. */
  server: string;
  filename: string;
  link: string;
  /** Deletes the image; the service does not tell it again. */
  delete_token: string;
  uploaded_at: string;
  expires_at: string | null;
}

/** The images uploaded from here, in a file that only its owner can read. */
export interface History {
  /** The newest last. @throws Error when the file is broken */
  entries(): Promise<Entry[]>;
  add(entry: Entry): Promise<void>;
  remove(entry: Pick<Entry, 'id' | 'server'>): Promise<void>;
}

/** @param path of a JSON array, which need not exist */
export function openHistory(path: string): History {
  async function entries(): Promise<Entry[]> {
    const text = await readText(path);
    const value: unknown = text === undefined ? [] : parse(text, path);
    if (!Array.isArray(value)) throw new Error(`${path} is not a history; remove it to begin a new one`);
    return value as Entry[];
  }
  const change = (changed: (old: Entry[]) => Entry[]) =>
    locked(path, async () => {
      const kept = changed(await entries()).slice(-MAX_ENTRIES);
      await writeText(path, `[\n${kept.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`);
    });
  return {
    entries,
    add: (entry) => change((old) => [...old, entry]),
    remove: ({ id, server }) => change((old) => old.filter((one) => one.id !== id || one.server !== server)),
  };
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${path} is not a history; remove it to begin a new one`);
  }
}

/** What a user means by an image: an id, a link to it, or its delete link. */
export function namedImage(text: string): { id: string; server?: string; deleteToken?: string } | undefined {
  if (/^\w{12}$/.test(text)) return { id: text };
  if (!URL.canParse(text)) return undefined;
  const { origin, pathname } = new URL(text);
  const [, prefix = '', id, deleteToken] =
    /^(.*)\/(?:i|t|v|image)\/(\w{12})(?:\.\w+|\/[\w.-]+|\/delete\/(imgdd_\w+))?$/.exec(pathname) ?? [];
  if (id === undefined) return undefined;
  return { id, server: origin + prefix, ...(deleteToken !== undefined && { deleteToken }) };
}
