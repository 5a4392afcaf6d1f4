import { openChevereto } from './chevereto.ts';
import { openDatabase } from './databases.ts';
import { openFileTree } from './file-tree.ts';
import type { HostOptions } from './host.ts';
import { openImgdExport } from './imgd.ts';
import { openImgur } from './imgur.ts';
import { openLsky } from './lsky.ts';
import { openPicsur } from './picsur.ts';
import { openPlainFiles } from './plain-files.ts';
import type { ImportSource } from './port.ts';
import { openZipline } from './zipline.ts';

export const SOURCE_KINDS = ['folder', 'zip', 'chevereto', 'lsky', 'zipline', 'picsur', 'imgur', 'imgd'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** Where a source is, and how it is read. */
export interface SourceOptions extends Omit<HostOptions, 'database' | 'files' | 'oldPrefix'> {
  /** Of a folder, an archive or a dump; or the address of a database. */
  path: string;
  files?: string | undefined;
  oldPrefix?: string | undefined;
}

const HOSTS = { chevereto: openChevereto, lsky: openLsky, zipline: openZipline, picsur: openPicsur };

/** Opens a source. @throws Error in one line that says what is wrong with it */
export async function openSource(kind: SourceKind, options: SourceOptions): Promise<ImportSource> {
  const { path, files, tempDir, oldPrefix } = options;
  if (kind === 'folder' || kind === 'zip') return openPlainFiles(await openFileTree(path, tempDir), { oldPrefix });
  if (kind === 'imgur') return openImgur(await openFileTree(path, tempDir), tempDir);
  if (kind === 'imgd') return openImgdExport(await openFileTree(path, tempDir));
  const tree = files === undefined ? undefined : await openFileTree(files, tempDir);
  return HOSTS[kind]({ ...options, oldPrefix, files: tree, database: await openDatabase(path) });
}
