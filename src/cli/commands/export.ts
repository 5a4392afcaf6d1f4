import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { accountFiles, type ExportDeps } from '../../actions/accounts/export-account.ts';
import { exportService } from '../../actions/operations/export-service.ts';
import { createStatistics } from '../../actions/operations/statistics.ts';
import { findAccountCredentials } from '../../catalog/accounts/accounts.ts';
import { addAudit } from '../../catalog/moderation/audit.ts';
import type { Storage } from '../../compose/storage.ts';
import type { Config } from '../../config.ts';
import { type ArchiveFile, createZipArchive, safeArchiveName } from '../../lib/zip-archive.ts';
import { emailAddress } from '../parsed.ts';
import { counted, printJson, printLine, printNote } from '../print.ts';
import { requireAccount, withStorage } from '../with-storage.ts';

interface Options {
  account?: string;
  passwords: boolean;
  json: boolean;
}

/** What an export has done. */
interface ExportReport {
  /** Originals of images. */
  images: number;
  bytes: number;
  /** Files that an earlier run has written, with the right checksum. */
  present: number;
  /** Images whose bytes are missing or have another checksum. */
  corrupt: string[];
}

/** `imgd export`: writes all data of an account or of the service, in the form that `imgd import --from imgd` reads. */
export function exportCommand(program: Command): void {
  program
    .command('export')
    .description('write all images and accounts, or those of one account, to a folder or ZIP archive (docs/export.md)')
    .argument('<target>', 'folder, or the name of a new file that ends in .zip')
    .option('--account <email>', 'only this account', emailAddress)
    .option('--passwords', 'with the password hashes of accounts: keep such an export as safe as the catalog', false)
    .option('--json', 'print the result as JSON', false)
    .action(async (target: string, options: Options) => {
      const report = await withStorage((storage, config) => run(storage, config, target, options));
      for (const path of report.corrupt) printNote(`${path}: the stored bytes are missing or corrupt (imgd doctor)`);
      if (report.corrupt.length > 0) process.exitCode = 1;
      if (options.json) return printJson(report);
      const { images, bytes, present } = report;
      printLine(`${counted(images, 'image')} (${bytes} bytes) in ${target}; ${present} were there already`);
    });
}

async function run(storage: Storage, config: Config, target: string, options: Options): Promise<ExportReport> {
  const { http } = config;
  const baseUrl = http.baseUrl ?? `http://localhost:${http.port}`;
  const deps: ExportDeps = {
    ...storage,
    baseUrl,
    imageHost: http.imageHost ?? baseUrl,
    sessionIdleDays: http.sessionIdleDays,
    statistics: createStatistics(storage),
  };
  const report: ExportReport = { images: 0, bytes: 0, present: 0, corrupt: [] };
  const files = watched(await filesOf(deps, storage, options), report);
  if (target.endsWith('.zip')) await writeZip(target, files);
  else await writeFolder(target, files, report);
  return report;
}

/** The files of an export, which the audit log has before the first of them. */
async function filesOf(deps: ExportDeps, { db, clock }: Storage, options: Options) {
  const audit = (action: string, subject: string) =>
    addAudit(db, { actorId: null, action, subject, details: { passwords: options.passwords } }, clock.now());
  if (options.account === undefined) {
    await audit('service.export', 'service');
    return exportService(deps, { withPasswords: options.passwords });
  }
  const { id } = await requireAccount(db, options.account);
  const account = await findAccountCredentials(db, { id });
  if (account === undefined) throw new Error('The account has just been deleted.');
  await audit('account.export', id);
  return accountFiles(deps, account, clock.now(), { forService: true, withPassword: options.passwords });
}

/** Counts the images, and compares their bytes with their checksums while they are written. */
async function* watched(files: AsyncIterable<ArchiveFile>, report: ExportReport): AsyncGenerator<ArchiveFile> {
  for await (const file of files) {
    const { sha256 } = file;
    if (sha256 === undefined) yield file;
    else yield { ...file, open: async () => checked((await file.open()) ?? Buffer.alloc(0), sha256, file, report) };
  }
}

async function* checked(
  body: Buffer | AsyncIterable<Uint8Array>,
  sha256: string,
  { path }: ArchiveFile,
  report: ExportReport,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of Buffer.isBuffer(body) ? [body] : body) {
    hash.update(chunk);
    bytes += chunk.length;
    yield chunk;
  }
  if (hash.digest('hex') === sha256) {
    report.images++;
    report.bytes += bytes;
  } else report.corrupt.push(path.join('/'));
}

/** A file under another name becomes the archive when it is complete. */
async function writeZip(target: string, files: AsyncIterable<ArchiveFile>): Promise<void> {
  const part = `${target}.${randomUUID()}.part`;
  try {
    await pipeline(createZipArchive(files).stream, createWriteStream(part, { mode: 0o600 }));
    await sync(part);
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Images that are there with the right bytes are not written again, so that an export that was killed goes on. */
async function writeFolder(target: string, files: AsyncIterable<ArchiveFile>, report: ExportReport): Promise<void> {
  for await (const file of files) {
    const path = join(target, ...file.path.map(safeArchiveName));
    if (file.sha256 !== undefined && (await hashOf(path)) === file.sha256) {
      report.present++;
      continue;
    }
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const part = `${path}.part`;
    const body = (await file.open()) ?? Buffer.alloc(0);
    await pipeline(Buffer.isBuffer(body) ? [body] : body, createWriteStream(part, { mode: 0o600 }));
    await sync(part);
    await utimes(part, new Date(), new Date(file.modifiedMs));
    await rename(part, path);
  }
}

/** @returns hex; undefined when there is no such file */
async function hashOf(path: string): Promise<string | undefined> {
  if ((await stat(path).catch(() => undefined))?.isFile() !== true) return undefined;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.sync().finally(() => file.close());
}
