import { oldAddresses } from '../core/old-addresses.ts';
import { type HostOptions, numberOf, openFirst, openHost, timeOf, type WantedTable } from './host.ts';
import type { ImportSource, SourceAccount, SourceImage, SourceProblem } from './port.ts';
import type { Scratch, TextRow } from './scratch.ts';

// Zipline 3 and 4: its PostgreSQL database or a plain dump of it, and the folder of the uploads.

const TABLES: readonly WantedTable[] = [
  {
    name: 'files',
    matches: /^File$/,
    known: 'originalName',
    columns: [
      'id',
      'createdAt',
      'deletesAt',
      'expiresAt',
      'name',
      'originalName',
      'views',
      'password',
      'userId',
      'folderId',
    ],
  },
  {
    name: 'users',
    matches: /^User$/,
    known: 'username',
    columns: ['id', 'createdAt', 'username'],
  },
  { name: 'folders', matches: /^Folder$/, known: 'userId', columns: ['id', 'createdAt', 'name', 'userId'] },
  { name: 'tags', matches: /^Tag$/, known: 'name', columns: ['id', 'name'] },
  { name: 'tagged', matches: /^_FileToTag$/, known: 'A', columns: ['A', 'B'] },
  { name: 'settings', matches: /^Zipline$/, known: 'filesRoute', columns: ['filesRoute'] },
];

export function openZipline(options: HostOptions): ImportSource {
  return openHost('zipline', options, TABLES, ({ scratch }) => ({
    async *accounts() {
      for (const row of scratch.each('SELECT * FROM users')) yield toAccount(row);
    },
    async *albums() {
      for (const { userId, name, createdAt, _where } of scratch.each('SELECT * FROM folders')) {
        const facts = { description: null, createdAt: timeOf(createdAt), where: _where as string };
        yield { account: userId as string, name: name ?? '', ...facts };
      }
    },
    async *images() {
      const route = scratch.first('SELECT * FROM settings')?.filesRoute ?? '/u';
      const sql = 'SELECT files.*, folders.name AS folder FROM files LEFT JOIN folders ON folders.id = files.folderId';
      for (const row of scratch.each(sql)) yield toImage(options, scratch, row, options.oldPrefix ?? route);
    },
  }));
}

/** Accounts have no email address; some people use theirs as the name. */
function toAccount({ id, username, createdAt, _where }: TextRow): SourceAccount {
  return {
    key: id as string,
    where: _where as string,
    email: null,
    isVerified: true,
    username: username ?? null,
    name: username ?? null,
    createdAt: timeOf(createdAt),
    isSuspended: false,
  };
}

function toImage(options: HostOptions, scratch: Scratch, row: TextRow, route: string): SourceImage | SourceProblem {
  const { id, name } = row;
  const where = row._where as string;
  if (!id || !name) return { where, code: 'BROKEN_ROW', reason: 'The file has no id or no name.' };
  const isProtected = row.password != null && row.password !== '';
  if (isProtected && !options.importsProtected) {
    return { where, code: 'PROTECTED', reason: 'The file has a password (--protected).' };
  }
  const sql = 'SELECT tags.name FROM tagged JOIN tags ON tags.id = B WHERE A = ?';
  return {
    item: `${id} ${name}`,
    where,
    filename: row.originalName || name,
    account: row.userId ?? null,
    album: row.folder ?? null,
    title: null,
    alt: null,
    description: null,
    tags: [...scratch.each(sql, id)].flatMap((tag) => tag.name ?? []),
    uploadedAt: timeOf(row.createdAt),
    expiresAt: timeOf(row.deletesAt ?? row.expiresAt),
    views: numberOf(row.views),
    addresses: isProtected
      ? []
      : oldAddresses([
          { path: `${route}/${name}`, target: 'direct' },
          { path: `/raw/${name}`, target: 'direct' },
          { path: `/r/${name}`, target: 'direct' },
          { path: `/view/${name}`, target: 'view_page' },
        ]),
    open: () => openFirst(options.files, [name]),
  };
}
