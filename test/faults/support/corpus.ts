import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { CORPUS } from './options.ts';

/** A file of the public corpus and the responses that are allowed. */
export interface CorpusFile {
  path: string;
  /** accept = 200, or a clean 400 where the format is not accepted; refuse = 4xx; any = either. */
  expect: 'accept' | 'refuse' | 'any';
  bytes: Buffer;
}

/** @returns undefined without a corpus */
export function readCorpus(): CorpusFile[] | undefined {
  const list = join(CORPUS, 'ORIGIN.tsv');
  if (!existsSync(list)) return undefined;
  const rows = readFileSync(list, 'utf8').trim().split('\n').slice(1);
  return rows.map((row) => {
    const [path = '', expect = 'any'] = row.split('\t');
    return { path, expect: expect as CorpusFile['expect'], bytes: readFileSync(join(CORPUS, path)) };
  });
}

/** Whether a file is a raw HTTP request, or a part of one, instead of an upload. */
export function isRequest({ path }: CorpusFile): boolean {
  return /^bad\/(http|multipart)\//.test(path);
}

const TYPES: Record<string, string> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.svg': 'image/svg+xml',
};

export function typeOf(path: string): string {
  return TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream';
}
