import { hash } from 'node:crypto';
import { oldAddresses } from '../core/old-addresses.ts';
import { type HostOptions, type LoadedHost, numberOf, openFirst, openHost, timeOf, type WantedTable } from './host.ts';
import type { ImportSource, SourceAccount, SourceImage, SourceProblem } from './port.ts';
import type { Scratch, TextRow } from './scratch.ts';

// Chevereto 3 and 4: a dump of MySQL or MariaDB, and the folder `images`.

const TABLES: readonly WantedTable[] = [
  {
    name: 'images',
    matches: /images$/,
    known: 'image_original_filename',
    columns: [
      'image_id',
      'image_name',
      'image_extension',
      'image_date',
      'image_date_gmt',
      'image_title',
      'image_description',
      'image_user_id',
      'image_album_id',
      'image_storage_mode',
      'image_path',
      'image_original_filename',
      'image_views',
      'image_expiration_date_gmt',
      'image_is_approved',
    ],
  },
  {
    name: 'albums',
    matches: /albums$/,
    known: 'album_name',
    columns: ['album_id', 'album_name', 'album_user_id', 'album_date_gmt', 'album_privacy', 'album_description'],
  },
  {
    name: 'users',
    matches: /users$/,
    known: 'user_username',
    columns: ['user_id', 'user_name', 'user_username', 'user_date_gmt', 'user_email', 'user_status'],
  },
  { name: 'settings', matches: /settings$/, known: 'setting_name', columns: ['setting_name', 'setting_value'] },
  { name: 'tags', matches: /tags$/, known: 'tag_name', columns: ['tag_id', 'tag_name'] },
  {
    name: 'tagged',
    matches: /tags_files$/,
    known: 'tag_file_file_id',
    columns: ['tag_file_file_id', 'tag_file_tag_id'],
  },
];

export function openChevereto(options: HostOptions): ImportSource {
  return openHost('chevereto', options, TABLES, ({ scratch }: LoadedHost) => ({
    async *accounts() {
      for (const row of scratch.each('SELECT * FROM users')) yield toAccount(row);
    },
    async *albums() {
      for (const row of scratch.each('SELECT * FROM albums WHERE album_user_id IS NOT NULL')) {
        yield {
          account: row.album_user_id as string,
          where: row._where as string,
          name: row.album_name ?? '',
          description: row.album_description ?? null,
          createdAt: timeOf(row.album_date_gmt),
        };
      }
    },
    async *images() {
      const encode = createEncoder(scratch);
      const sql =
        'SELECT images.*, album_name, album_privacy FROM images LEFT JOIN albums ON album_id = image_album_id';
      for (const row of scratch.each(sql)) yield toImage(options, scratch, row, encode);
    },
  }));
}

function toAccount(row: TextRow): SourceAccount {
  return {
    key: row.user_id as string,
    where: row._where as string,
    email: row.user_email ?? null,
    isVerified: !(row.user_status ?? '').startsWith('awaiting'),
    username: row.user_username ?? null,
    name: row.user_name ?? row.user_username ?? null,
    createdAt: timeOf(row.user_date_gmt),
    isSuspended: row.user_status === 'banned',
  };
}

function toImage(
  options: HostOptions,
  scratch: Scratch,
  row: TextRow,
  encode: (id: string) => string | null,
): SourceImage | SourceProblem {
  const where = row._where as string;
  const id = row.image_id ?? '';
  const [name, extension] = [row.image_name ?? '', row.image_extension ?? ''];
  if (id === '' || name === '') return { where, code: 'BROKEN_ROW', reason: 'The image has no id or no name.' };
  if (row.image_is_approved === '0') {
    return { where, code: 'PROTECTED', reason: 'The image waits for its approval.' };
  }
  const isProtected = row.album_privacy === 'password';
  if (isProtected && !options.importsProtected) {
    return { where, code: 'PROTECTED', reason: 'The album of the image has a password (--protected).' };
  }
  const folder = folderOf(row);
  const path = (suffix: string) => [...folder, `${name}${suffix}.${extension}`].join('/');
  const prefix = options.oldPrefix ?? '/images';
  const encoded = encode(id);
  return {
    item: `${id} ${path('')}`,
    where,
    filename: row.image_original_filename || `${name}.${extension}`,
    account: row.image_user_id ?? null,
    album: row.album_name ?? null,
    title: row.image_title ?? null,
    alt: null,
    description: row.image_description ?? null,
    tags: [...tagsOf(scratch, id)],
    uploadedAt: timeOf(row.image_date_gmt),
    expiresAt: timeOf(row.image_expiration_date_gmt),
    views: numberOf(row.image_views),
    addresses: isProtected
      ? []
      : oldAddresses([
          { path: `${prefix}/${path('')}`, target: 'direct' },
          { path: `${prefix}/${path('.th')}`, target: 'thumbnail' },
          { path: `${prefix}/${path('.md')}`, target: 'direct' },
          { path: encoded === null ? null : `/image/${encoded}`, target: 'view_page' },
        ]),
    open: () => openFirst(options.files, [path(''), `images/${path('')}`]),
  };
}

/** The folder of a file, by the storage mode of its row. */
function folderOf({ image_storage_mode: mode, image_path: path, image_date: date }: TextRow): string[] {
  if (mode === 'direct') return [];
  if (mode === 'old') return ['old'];
  if (mode === 'path') return (path ?? '').split('/').filter((part) => part !== '');
  return (date ?? '').slice(0, 10).split('-');
}

function* tagsOf(scratch: Scratch, imageId: string): Generator<string> {
  const sql = 'SELECT tag_name FROM tagged JOIN tags ON tag_id = tag_file_tag_id WHERE tag_file_file_id = ?';
  for (const { tag_name } of scratch.each(sql, imageId)) if (tag_name) yield tag_name;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * The ids in addresses: the number times the padding of the settings, in base 62 with an alphabet that the salt of the
 * settings shuffles.
 * @returns null where the dump has no settings
 */
function createEncoder(scratch: Scratch): (id: string) => string | null {
  const setting = (name: string) => scratch.first('SELECT setting_value FROM settings WHERE setting_name = ?', name);
  const salt = setting('crypt_salt')?.setting_value;
  if (salt == null || salt === '') return () => null;
  const padding = BigInt(numberOf(setting('id_padding')?.setting_value) || 1);
  // A SHA-256 in hexadecimal has more characters than the alphabet.
  const order = hash('sha256', salt, 'hex');
  const letters = [...LETTERS].map((letter, at) => ({ letter, by: order[at] as string }));
  letters.sort((a, b) => compare(b.by, a.by) || compare(a.letter, b.letter));
  return (id) => {
    if (!/^\d{1,20}$/.test(id)) return null;
    let rest = BigInt(id) * padding;
    let text = '';
    do {
      text = letters[Number(rest % 62n)]?.letter + text;
      rest /= 62n;
    } while (rest > 0n);
    return text;
  };
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
