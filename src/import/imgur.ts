import { oldAddresses } from '../core/old-addresses.ts';
import { type FileTree, nameOf, type TreeFile } from './file-tree.ts';
import { membersOf, readJson, text } from './json-files.ts';
import { type ImportSource, isProblem, PLAIN_IMAGE, type SourceImage } from './port.ts';
import { openScratch, type Scratch, type TextRow } from './scratch.ts';

// The pictures of an Imgur account, as its download (a ZIP archive) or a tool for its API leaves them: files whose names end
// in the id of the image, and, where they are there, JSON files with the images and albums of the API.

const COLUMNS = ['id', 'title', 'description', 'datetime', 'name', 'album', 'views'] as const;
/** Objects within objects that are looked at: `{data: [{images: [{…}]}]}`. */
const MAX_DEPTH = 6;

export function openImgur(tree: FileTree, tempDir: string): ImportSource {
  const scratch = openScratch(tempDir);
  scratch.createTable('images', COLUMNS);
  scratch.run('CREATE INDEX by_id ON images (id)');
  return {
    name: 'imgur',
    async *accounts() {},
    async *albums() {},
    async *images() {
      for await (const file of tree.files()) {
        if (!isProblem(file) && file.path.endsWith('.json'))
          readFacts(scratch, await readJson(tree, file.path), null, 0);
      }
      for await (const file of tree.files()) {
        if (isProblem(file)) yield file;
        else if (!/\.(json|csv|html?|txt)$/i.test(file.path)) yield toImage(tree, scratch, file);
      }
    },
    async [Symbol.asyncDispose]() {
      await scratch[Symbol.asyncDispose]();
      await tree[Symbol.asyncDispose]();
    },
  };
}

/** Finds the images of an answer of the API, wherever they are in it. @param album that they are in */
function readFacts(scratch: Scratch, value: unknown, album: string | null, depth: number): void {
  if (depth > MAX_DEPTH) return;
  if (Array.isArray(value)) for (const one of value) readFacts(scratch, one, album, depth + 1);
  const members = membersOf(value);
  if (members === undefined) return;
  const id = text(members.id);
  const time = typeof members.datetime === 'number' ? String(members.datetime) : text(members.datetime);
  const inside = Array.isArray(members.images) ? (text(members.title) ?? id) : album;
  for (const one of Object.values(members)) {
    if (typeof one === 'object') readFacts(scratch, one, inside, depth + 1);
  }
  if (id === null || Array.isArray(members.images)) return;
  const views = typeof members.views === 'number' ? String(members.views) : null;
  const facts = [text(members.title), text(members.description), time, text(members.name), album, views];
  scratch.insert('images', COLUMNS, [id, ...facts]);
}

function toImage(tree: FileTree, scratch: Scratch, file: TreeFile): SourceImage {
  const { path, modifiedMs, open } = file;
  const [, id = null, extension = ''] = /(?:^|[^0-9A-Za-z])([0-9A-Za-z]{5,8})\.(\w{3,5})$/.exec(nameOf(path)) ?? [];
  const facts: TextRow = scratch.first('SELECT * FROM images WHERE id = ? ORDER BY album IS NULL', id) ?? {};
  const seconds = Number(facts.datetime ?? 0);
  const folder =
    path
      .slice(0, -nameOf(path).length - 1)
      .split('/')
      .at(-1) || null;
  return {
    ...PLAIN_IMAGE,
    item: id ?? path,
    where: `${tree.name}:${path}`,
    filename: facts.name ? `${facts.name}.${extension}` : nameOf(path),
    album: facts.album ?? (facts.id === undefined ? folder : null),
    title: facts.title ?? null,
    description: facts.description ?? null,
    uploadedAt: seconds > 0 ? seconds * 1_000 : modifiedMs || null,
    views: Number(facts.views ?? 0),
    addresses: oldAddresses([
      { path: id === null ? null : `/${id}.${extension}`, target: 'direct' },
      { path: id === null ? null : `/${id}`, target: 'view_page' },
    ]),
    open,
  };
}
