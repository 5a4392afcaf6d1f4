import { oldAddresses } from '../core/old-addresses.ts';
import { type HostOptions, openFirst, openHost, timeOf, type WantedTable } from './host.ts';
import type { ImportSource, SourceAccount, SourceImage, SourceProblem } from './port.ts';
import type { Scratch, TextRow } from './scratch.ts';

// Lsky Pro 2: a dump of MySQL, its SQLite database or its PostgreSQL database, and the folder of its local storage.

const TABLES: readonly WantedTable[] = [
  {
    name: 'images',
    matches: /images$/,
    known: 'origin_name',
    columns: [
      'id',
      'user_id',
      'album_id',
      'strategy_id',
      'key',
      'path',
      'name',
      'origin_name',
      'alias_name',
      'md5',
      'is_unhealthy',
      'created_at',
    ],
  },
  { name: 'albums', matches: /albums$/, known: 'intro', columns: ['id', 'user_id', 'name', 'intro', 'created_at'] },
  {
    name: 'users',
    matches: /users$/,
    known: 'email',
    columns: ['id', 'name', 'email', 'status', 'email_verified_at', 'created_at'],
  },
  { name: 'strategies', matches: /strategies$/, known: 'configs', columns: ['id', 'configs'] },
];

export function openLsky(options: HostOptions): ImportSource {
  const time = (text: string | null | undefined) => timeOf(text, options.utcOffsetMs);
  return openHost('lsky', options, TABLES, ({ scratch }) => ({
    async *accounts() {
      for (const row of scratch.each('SELECT * FROM users')) yield toAccount(row, time);
    },
    async *albums() {
      for (const { user_id, name, intro, created_at, _where } of scratch.each('SELECT * FROM albums')) {
        const facts = { description: intro ?? null, createdAt: time(created_at), where: _where as string };
        yield { account: user_id as string, name: name ?? '', ...facts };
      }
    },
    async *images() {
      const sql = 'SELECT images.*, albums.name AS album FROM images LEFT JOIN albums ON albums.id = images.album_id';
      for (const row of scratch.each(sql)) yield toImage(options, row, routesOf(scratch, options, row), time);
    },
  }));
}

type Time = (text: string | null | undefined) => number | null;

function toAccount(
  { id, name, email, status, email_verified_at, created_at, _where }: TextRow,
  time: Time,
): SourceAccount {
  return {
    key: id as string,
    where: _where as string,
    email: email ?? null,
    isVerified: email_verified_at != null,
    username: name ?? null,
    name: name ?? null,
    createdAt: time(created_at),
    isSuspended: status === '0',
  };
}

function toImage(
  options: HostOptions,
  row: TextRow,
  routes: readonly string[],
  time: Time,
): SourceImage | SourceProblem {
  const { id, name, key, md5 } = row;
  const where = row._where as string;
  if (!id || !name) return { where, code: 'BROKEN_ROW', reason: 'The image has no id or no name.' };
  if (row.is_unhealthy === '1')
    return { where, code: 'PROTECTED', reason: 'The other host hides the image as unwanted.' };
  const path = [...(row.path ?? '').split('/').filter((part) => part !== ''), name].join('/');
  const extension = /\.\w{1,8}$/.exec(name)?.[0] ?? '';
  return {
    item: `${id} ${path}`,
    where,
    filename: row.alias_name || row.origin_name || name,
    account: row.user_id ?? null,
    album: row.album ?? null,
    title: null,
    alt: null,
    description: null,
    tags: [],
    uploadedAt: time(row.created_at),
    expiresAt: null,
    views: 0,
    addresses: oldAddresses([
      ...routes.map((route) => ({ path: `${route}/${path}`, target: 'direct' }) as const),
      { path: key ? `/${key}${extension}` : null, target: 'direct' },
      { path: md5 ? `/thumbnails/${md5}.png` : null, target: 'thumbnail' },
    ]),
    open: () => openFirst(options.files, [path]),
  };
}

/** The path of the address in the settings of the storage, or the usual one. */
function routesOf(scratch: Scratch, { oldPrefix }: HostOptions, { strategy_id }: TextRow): string[] {
  if (oldPrefix !== undefined) return [oldPrefix];
  const strategy = scratch.first('SELECT configs FROM strategies WHERE id = ?', strategy_id ?? null);
  const configs = parse(strategy?.configs ?? '{}');
  const address = typeof configs.url === 'string' ? configs.url : configs.domain;
  if (typeof address !== 'string' || !URL.canParse(address)) return ['/i'];
  return [new URL(address).pathname];
}

function parse(json: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(json)) as Record<string, unknown>;
  } catch {
    return {};
  }
}
