import { oldAddresses } from '../core/old-addresses.ts';
import { type HostOptions, openHost, timeOf, type WantedTable } from './host.ts';
import { type ImportSource, isProblem, SourceError, type SourceImage, type SourceProblem } from './port.ts';
import { qoiToPng } from './qoi.ts';
import type { Scratch, TextRow } from './scratch.ts';

// Picsur: its PostgreSQL database or a plain dump of it. The files are in the database: the original where the host keeps
// originals, and always a master, in QOI or (animations) WebP.

const TABLES: readonly WantedTable[] = [
  {
    name: 'images',
    matches: /^e_image_backend$/,
    known: 'user_id',
    columns: ['id', 'user_id', 'created', 'file_name', 'expires_at'],
  },
  { name: 'users', matches: /^e_user_backend$/, known: 'username', columns: ['id', 'username'] },
];
/** Read in a second pass: its rows are as long as the files. */
const FILES: WantedTable = {
  name: 'files',
  matches: /^e_image_file_backend$/,
  known: 'variant',
  columns: ['image_id', 'variant', 'filetype', 'data'],
  pageRows: 1,
};
/** Accounts of the program itself. */
const SYSTEM_USERS = ['guest', 'local'];

export function openPicsur(options: HostOptions): ImportSource {
  return openHost('picsur', options, TABLES, ({ scratch }) => ({
    async *accounts() {
      for (const { id, username, _where } of scratch.each('SELECT * FROM users')) {
        if (SYSTEM_USERS.includes(username ?? '')) continue;
        const facts = { email: null, isVerified: true, createdAt: null, isSuspended: false };
        yield {
          key: id as string,
          where: _where as string,
          username: username ?? null,
          name: username ?? null,
          ...facts,
        };
      }
    },
    async *albums() {},
    async *images() {
      scratch.createTable('given', ['image_id', 'variant']);
      scratch.run('CREATE INDEX by_given ON given (image_id)');
      yield* filesOf(options, scratch, 'original');
      yield* filesOf(options, scratch, 'master');
      const sql = 'SELECT * FROM images WHERE id NOT IN (SELECT image_id FROM given)';
      for (const { id, _where } of scratch.each(sql)) {
        yield { where: _where as string, code: 'MISSING_FILE', reason: `The image ${id} has no file.` };
      }
    },
  }));
}

/** The images that have this variant, except those that an earlier pass has given. */
async function* filesOf(
  { database }: HostOptions,
  scratch: Scratch,
  variant: string,
): AsyncGenerator<SourceImage | SourceProblem> {
  for await (const file of database.rows([FILES])) {
    if (isProblem(file)) {
      // The first pass has reported it.
      if (variant === 'original') yield file;
      continue;
    }
    const { image_id: id = null, filetype, data } = file.values;
    if (file.values.variant !== variant || id === null) continue;
    if (scratch.first('SELECT 1 FROM given WHERE image_id = ?', id) !== undefined) continue;
    const row = scratch.first(
      'SELECT images.*, username FROM images LEFT JOIN users ON users.id = images.user_id WHERE images.id = ?',
      id,
    );
    if (row === undefined) continue;
    scratch.insert('given', ['image_id', 'variant'], [id, variant]);
    yield toImage(row, file.where, filetype ?? '', data ?? '');
  }
}

function toImage(row: TextRow, where: string, filetype: string, data: string): SourceImage {
  const id = row.id as string;
  const extension = filetype.split(':')[1] ?? '';
  const name = row.file_name || id;
  const isOwned = row.username != null && !SYSTEM_USERS.includes(row.username);
  const extensions = ['jpg', 'png', 'webp', 'gif', 'avif', 'tiff', 'bmp', 'qoi'];
  return {
    item: id,
    where,
    filename: /\.\w{3,5}$/.test(name) ? name : `${name}.${extension === 'qoi' ? 'png' : extension}`,
    account: isOwned ? (row.user_id ?? null) : null,
    album: null,
    title: null,
    alt: null,
    description: null,
    tags: [],
    uploadedAt: timeOf(row.created),
    expiresAt: timeOf(row.expires_at),
    views: 0,
    addresses: oldAddresses([
      // The extension of the address chooses a format there.
      ...extensions.map((one) => ({ path: `/i/${id}.${one}`, target: 'direct' }) as const),
      { path: `/i/${id}`, target: 'direct' },
      { path: `/view/${id}`, target: 'view_page' },
    ]),
    open: async () => bytesOf(extension, data),
  };
}

/** @param data of PostgreSQL: hexadecimal behind `\x` */
async function* bytesOf(extension: string, data: string): AsyncGenerator<Buffer> {
  const bytes = data.startsWith('\\x') ? Buffer.from(data.slice(2), 'hex') : Buffer.alloc(0);
  if (bytes.length * 2 + 2 !== data.length) throw new SourceError('BROKEN_ROW', 'The bytes of the file are broken.');
  if (extension === 'qoi') yield* qoiToPng(bytes);
  else yield bytes;
}
