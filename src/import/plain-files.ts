import { resolve } from 'node:path';
import { oldAddresses } from '../core/old-addresses.ts';
import { type FileTree, nameOf, type TreeFile } from './file-tree.ts';
import { type ImportSource, isProblem, PLAIN_IMAGE, type SourceImage } from './port.ts';

/**
 * A folder or a ZIP archive of pictures: folders are albums, and the time of a file is its upload.
 * @param oldPrefix path at which a web server has served the folder; undefined = no old addresses
 */
export function openPlainFiles(tree: FileTree, { oldPrefix }: { oldPrefix: string | undefined }): ImportSource {
  return {
    name: `files ${resolve(tree.name)}`,
    async *accounts() {},
    async *albums() {},
    async *images() {
      for await (const file of tree.files()) yield isProblem(file) ? file : toImage(tree, file, oldPrefix);
    },
    [Symbol.asyncDispose]: () => tree[Symbol.asyncDispose](),
  };
}

function toImage(tree: FileTree, file: TreeFile, oldPrefix: string | undefined): SourceImage {
  const { path, modifiedMs, open } = file;
  const folder = path.slice(0, -nameOf(path).length - 1);
  const old = oldPrefix === undefined ? null : `${oldPrefix}/${path}`;
  return {
    ...PLAIN_IMAGE,
    item: path,
    where: `${tree.name}:${path}`,
    filename: nameOf(path),
    album: folder === '' ? null : folder,
    uploadedAt: modifiedMs > 0 ? modifiedMs : null,
    addresses: oldAddresses([{ path: old, target: 'direct' }]),
    open,
  };
}
