import { oldAddresses } from '../core/old-addresses.ts';
import type { FileTree } from './file-tree.ts';
import { openFirst, timeOf } from './host.ts';
import { linesOf, type Members, membersOf, readJson, text } from './json-files.ts';
import { type ImportSource, isProblem, type SourceAccount, type SourceImage, type SourceProblem } from './port.ts';

// An export of this program: of one account, or of a service (docs/export.md).

const VERSION = 1;
/** The cost of the hashes that this service makes. Another cost would tell by its time who has an account. */
const OWN_HASH = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{10,100}\$[A-Za-z0-9+/]{10,100}$/;

/** An account of an export: its folder, with a slash at the end where it has one. */
interface Folder {
  id: string | null;
  path: string;
}

/** @throws Error in one line when the tree holds no export, or one of a later version */
export async function openImgdExport(tree: FileTree): Promise<ImportSource> {
  const isService = (await tree.find('service.json')) !== undefined;
  const manifest = membersOf(await readJson(tree, isService ? 'service.json' : 'export.json'));
  if (manifest?.format !== 'imgd-export') throw new Error(`${tree.name} holds no export of imgd.`);
  if (typeof manifest.version !== 'number' || manifest.version > VERSION) {
    throw new Error(`${tree.name} is an export of version ${manifest.version}; this imgd reads version ${VERSION}.`);
  }

  async function* folders(): AsyncGenerator<Folder> {
    if (!isService) return yield { id: text(membersOf(manifest?.account)?.id) ?? 'account', path: '' };
    for await (const one of linesOf(tree, 'accounts.jsonl')) {
      if (!isProblem(one.record)) yield { id: text(one.record.id), path: `${text(one.record.path) ?? ''}/` };
    }
  }

  return {
    name: `imgd ${text(manifest.source) ?? ''}`,
    async *accounts() {
      for await (const { id, path } of folders()) {
        if (id === null) continue;
        const where = `${tree.name}:${path}export.json`;
        const described = await readJson(tree, `${path}export.json`).catch(() => undefined);
        const account = membersOf(membersOf(described)?.account);
        if (account === undefined) yield { where, code: 'BROKEN_ROW', reason: 'The account cannot be read.' };
        else yield toAccount(id, where, account);
      }
    },
    async *albums() {
      for await (const { id, path } of folders()) {
        if (id === null) continue;
        for await (const { where, record } of linesOf(tree, `${path}albums.jsonl`)) {
          if (isProblem(record)) continue;
          const facts = { description: text(record.description), createdAt: timeOf(text(record.created_at)) };
          yield { account: id, where, name: text(record.name) ?? '', ...facts };
        }
      }
    },
    async *images() {
      for await (const folder of folders()) {
        for await (const { where, record } of linesOf(tree, `${folder.path}images.jsonl`)) {
          const image = isProblem(record) ? record : toImage(tree, folder, where, record);
          if (image !== undefined) yield image;
        }
      }
    },
    [Symbol.asyncDispose]: () => tree[Symbol.asyncDispose](),
  };
}

function toAccount(key: string, where: string, account: Members): SourceAccount {
  const passwordHash = text(account.password_hash);
  return {
    key,
    where,
    email: text(account.email),
    isVerified: account.email_verified === true,
    username: null,
    name: text(account.name),
    createdAt: timeOf(text(account.created_at)),
    isSuspended: account.suspended === true,
    plan: text(account.plan) ?? undefined,
    passwordHash: passwordHash !== null && OWN_HASH.test(passwordHash) ? passwordHash : undefined,
  };
}

/** @returns undefined for images in the trash and in quarantine */
function toImage(
  tree: FileTree,
  folder: Folder,
  where: string,
  record: Members,
): SourceImage | SourceProblem | undefined {
  const [id, path, sha256] = [text(record.id), text(record.path), text(record.sha256)];
  if (id === null || sha256 === null) return { where, code: 'BROKEN_ROW', reason: 'The image has no id or checksum.' };
  if (text(record.trashed_at) !== null || path === null) return undefined;
  const extension = /\.\w{1,5}$/.exec(text(record.link) ?? '')?.[0] ?? '';
  const tokenHash = text(record.delete_token_hash);
  return {
    item: id,
    where,
    filename: text(record.filename) ?? '',
    account: folder.id,
    album: text(record.album),
    title: text(record.title),
    alt: text(record.alt),
    description: text(record.description),
    tags: Array.isArray(record.tags) ? record.tags.flatMap((tag) => text(tag) ?? []) : [],
    uploadedAt: timeOf(text(record.uploaded_at)),
    expiresAt: timeOf(text(record.expires_at)),
    views: typeof record.views === 'number' && record.views > 0 ? Math.trunc(record.views) : 0,
    addresses: oldAddresses([
      { path: `/i/${id}${extension}`, target: 'direct' },
      { path: `/t/${id}${extension}`, target: 'thumbnail' },
      { path: `/image/${id}`, target: 'view_page' },
    ]),
    deleteTokenHash: tokenHash !== null && /^[0-9a-f]{64}$/.test(tokenHash) ? tokenHash : undefined,
    sha256,
    open: () => openFirst(tree, [folder.path + path]),
  };
}
