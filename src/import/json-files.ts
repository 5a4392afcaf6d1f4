import type { FileTree } from './file-tree.ts';
import type { SourceProblem } from './port.ts';

/** A JSON object of another program: nothing about its members is known. */
export type Members = Record<string, unknown>;

const MAX_LINE_CHARACTERS = 2 ** 20;
const MAX_JSON_BYTES = 64 * 2 ** 20;

/** A text with something in it; null for everything else. */
export const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** @returns undefined where there is no such file, or it is very large, or no JSON */
export async function readJson(tree: FileTree, path: string): Promise<unknown> {
  const file = await tree.find(path);
  if (file === undefined || file.sizeBytes > MAX_JSON_BYTES) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of await file.open()) chunks.push(chunk);
  return parse(Buffer.concat(chunks).toString());
}

/** The members of a JSON object; undefined for everything else. */
export function membersOf(value: unknown): Members | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : undefined;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

interface Line {
  where: string;
  record: Members | SourceProblem;
}

/** The objects of a file of JSON Lines, and a problem for each line that is none. */
export async function* linesOf(tree: FileTree, path: string): AsyncGenerator<Line> {
  const file = await tree.find(path);
  let number = 0;
  const line = (json: string): Line => {
    const where = `${tree.name}:${path}:${++number}`;
    return {
      where,
      record: membersOf(parse(json)) ?? { where, code: 'BROKEN_ROW', reason: 'The line is no JSON object.' },
    };
  };
  if (file === undefined) {
    const where = `${tree.name}:${path}`;
    return yield { where, record: { where, code: 'MISSING_FILE', reason: 'The file is missing.' } };
  }
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of await file.open()) {
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() as string;
    for (const one of lines) if (one !== '') yield line(one);
    if (rest.length > MAX_LINE_CHARACTERS) throw new Error(`${path} has a line that is too long.`);
  }
  if (rest !== '') yield line(rest);
}
