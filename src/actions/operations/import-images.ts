import { setTimeout as sleep } from 'node:timers/promises';
import { addRedirects } from '../../catalog/images/redirects.ts';
import { findImport, recordImport } from '../../catalog/operations/imports.ts';
import type { AccountCaller, AnonymousCaller } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import { invalidFileType } from '../../core/formats.ts';
import {
  type ImageTexts,
  MAX_TAG_LENGTH,
  MAX_TAGS,
  parseTags,
  parseText,
  TEXT_LIMITS,
  tagForm,
} from '../../core/image-texts.ts';
import { parseAlbumName } from '../../core/names.ts';
import { SNIFF_BYTES, sniff } from '../../core/sniff.ts';
import { type ImportSource, isProblem, SourceError, type SourceImage, type SourceProblem } from '../../import/port.ts';
import type { Image } from '../upload/commit-images.ts';
import { fileTooLarge } from '../upload/receive-file.ts';
import { openBatch, type UploadDeps, uploadImages } from '../upload/upload-images.ts';
import { type ImportAccountOptions, importAccounts } from './import-accounts.ts';

/** How an import runs. */
export interface ImportOptions extends Omit<ImportAccountOptions, 'cleanAlbum'> {
  /** Owner of all images; undefined = the account that the source names, and no account for images without one. */
  into: AccountCaller | undefined;
  /** Owner of images without an account. */
  anonymous: AnonymousCaller;
  /** Whether images without an account are refused. */
  needsAccount: boolean;
  /** Host of the old addresses; empty = any. */
  host: string;
  /** Images that are received and processed at the same time. */
  parallel: number;
  maxAlbumLength: number;
  onProblem(problem: ImportProblem): void;
  onImage(image: SourceImage, result: Pick<Image, 'id' | 'format'>): void;
}

/** Something that was left out, with the code of the source or of the upload. */
export interface ImportProblem extends Omit<SourceProblem, 'code'> {
  code: string;
}

/** What an import has done. */
export interface ImportReport {
  accounts: { created: number; matched: number };
  albums: number;
  images: {
    imported: number;
    /** Bytes of the stored originals. */
    bytes: number;
    /** Imported by an earlier run. */
    present: number;
    /** Expired at the other host. */
    expired: number;
    refused: number;
  };
  /** Old addresses that lead here now. */
  redirects: number;
  /** Everything left out, by code. */
  problems: Record<string, number>;
}

/** An earlier or parallel run has stored the image since it was looked up: the transaction is undone. */
class AlreadyImported extends Error {}

const RETRIES = 5;
const MAX_RETRY_MS = 30_000;

/**
 * Takes accounts, albums and images over from another host. Each image passes the upload pipeline with its account as the
 * caller; its row, its line in the ledger and its old addresses are committed together, so that a killed import goes on
 * where it was, and nothing is stored twice. What cannot be taken over is reported, and the rest goes on.
 * @throws AppError STORAGE_UNAVAILABLE, errors of the catalog; what was imported until then stays
 */
export async function importImages(
  deps: UploadDeps,
  source: ImportSource,
  options: ImportOptions,
): Promise<ImportReport> {
  const report: ImportReport = {
    accounts: { created: 0, matched: 0 },
    albums: 0,
    images: { imported: 0, bytes: 0, present: 0, expired: 0, refused: 0 },
    redirects: 0,
    problems: {},
  };
  const onProblem = (problem: ImportProblem) => {
    report.problems[problem.code] = (report.problems[problem.code] ?? 0) + 1;
    options.onProblem(problem);
  };
  const cleanAlbum = (name: string | null) => cleanAlbumName(name, options.maxAlbumLength);
  let callers: ReadonlyMap<string, AccountCaller> = new Map();
  if (options.into === undefined) {
    const found = await importAccounts(deps, source, { ...options, cleanAlbum }, onProblem);
    callers = found.callers;
    Object.assign(report, { accounts: { created: found.created, matched: found.matched }, albums: found.albums });
  }
  const refuse = (problem: ImportProblem) => {
    report.images.refused++;
    onProblem(problem);
  };
  const run = { deps, options, report, refuse, cleanAlbum, callers };
  await inParallel(source.images(), options.parallel, async (image) => {
    if (isProblem(image)) return refuse(image);
    try {
      await importOne(run, image);
    } finally {
      await image.discard?.();
    }
  });
  return report;
}

/** One run of an import. */
interface Run {
  deps: UploadDeps;
  options: ImportOptions;
  report: ImportReport;
  refuse(problem: ImportProblem): void;
  cleanAlbum(name: string | null): string | null;
  callers: ReadonlyMap<string, AccountCaller>;
}

async function importOne(run: Run, image: SourceImage): Promise<void> {
  const { deps, options, report, refuse } = run;
  const { where } = image;
  if ((await findImport(deps.db, options.ledger, image.item)) !== undefined) {
    report.images.present++;
    return;
  }
  if (image.expiresAt !== null && image.expiresAt <= deps.clock.now()) {
    report.images.expired++;
    return;
  }
  const caller = callerOf(run, image);
  if (caller === undefined) {
    const reason = image.account === null ? 'The image has no account (--into).' : 'Its account is not imported.';
    return refuse({ where, code: 'UNKNOWN_ACCOUNT', reason });
  }
  try {
    const stored = options.isDryRun ? await tryOut(deps, image, caller) : await store(run, image, caller);
    report.images.imported++;
    report.images.bytes += stored.size_bytes;
    report.redirects += image.addresses.length;
    if (!options.isDryRun) options.onImage(image, stored as Image);
  } catch (error) {
    if (error instanceof AlreadyImported) report.images.present++;
    else if (error instanceof SourceError) refuse({ where, code: error.code, reason: error.message });
    else if (isRefusal(error)) refuse({ where, code: error.code, reason: error.message });
    else throw error;
  }
}

/** A full disk refuses all images that follow: the import ends, and its next run goes on. */
function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && !['STORAGE_UNAVAILABLE', 'INTERNAL_ERROR'].includes(error.code);
}

function callerOf({ options, callers }: Run, { account }: SourceImage) {
  if (options.into !== undefined) return options.into;
  if (account !== null) return callers.get(account);
  return options.needsAccount ? undefined : options.anonymous;
}

/** The upload of an image, tried again while the decoders or the validator are not available. */
async function store(run: Run, image: SourceImage, caller: AccountCaller | AnonymousCaller): Promise<Image> {
  const { deps, options } = run;
  for (let attempt = 0; ; attempt++) {
    try {
      await using batch = await openBatch(deps, { caller }, { isBulk: false });
      await batch.receive(image.filename, readable(await image.open(), image));
      requireChecksum(image, batch.files[0]?.sha256);
      const now = deps.clock.now();
      const origin = {
        uploadedAt: Math.min(image.uploadedAt ?? now, now),
        views: image.views,
        deleteTokenHash: image.deleteTokenHash,
      };
      const expiry = image.expiresAt === null ? null : { atMs: image.expiresAt };
      const wanted = { caller, album: run.cleanAlbum(image.album), expiry, origin, ...textsOf(image), atomic: true };
      const [stored] = await uploadImages(deps, batch, wanted, async (tx, [outcome]) => {
        const { id } = outcome as Image;
        const item = { ledger: options.ledger, item: image.item, resultId: id };
        if (!(await recordImport(tx, item, now))) throw new AlreadyImported();
        await addRedirects(tx, id, options.host, image.addresses);
      });
      return stored as Image;
    } catch (error) {
      const isBusy = error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE';
      if (!isBusy || attempt === RETRIES) throw error;
      await sleep(Math.min(1_000 * 2 ** attempt, MAX_RETRY_MS));
    }
  }
}

/** The texts of an image, cut to what an image may have here. */
function textsOf({ title, alt, description, tags }: SourceImage): ImageTexts {
  const cut = (name: keyof typeof TEXT_LIMITS, text: string | null) =>
    parseText(name, [...(text ?? '').normalize('NFC')].slice(0, TEXT_LIMITS[name]).join(''));
  const short = tags.flatMap((tag) => tag.split(',')).filter((tag) => [...tagForm(tag)].length <= MAX_TAG_LENGTH);
  const own = parseTags([...new Set(short.map(tagForm))].slice(0, MAX_TAGS));
  return { title: cut('title', title), alt: cut('alt', alt), description: cut('description', description), tags: own };
}

/** Marks errors of the source, so that they refuse this image only. */
async function* readable(source: AsyncIterable<Buffer>, { filename }: SourceImage): AsyncGenerator<Buffer> {
  try {
    yield* source;
  } catch (cause) {
    if (cause instanceof SourceError || cause instanceof AppError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new SourceError('UNREADABLE_FILE', `${JSON.stringify(filename)} cannot be read: ${why}.`, { cause });
  }
}

function requireChecksum({ sha256 }: SourceImage, received: string | null | undefined): void {
  if (sha256 === undefined || sha256 === received) return;
  throw new SourceError('CHECKSUM', `The bytes have the SHA-256 ${received} instead of ${sha256}.`);
}

/** Reads an image as the upload would, up to the decoding. @returns its bytes @throws AppError, SourceError */
async function tryOut(
  { formats }: UploadDeps,
  image: SourceImage,
  { plan }: AccountCaller | AnonymousCaller,
): Promise<{ size_bytes: number }> {
  let head: Buffer = Buffer.alloc(0);
  let bytes = 0;
  for await (const chunk of readable(await image.open(), image)) {
    if (head.length < SNIFF_BYTES) head = Buffer.concat([head, chunk.subarray(0, SNIFF_BYTES)]);
    bytes += chunk.length;
    if (bytes > plan.maxFileBytes) throw fileTooLarge(plan);
  }
  if (bytes === 0) throw new AppError('EMPTY_FILE');
  const { format, detected } = sniff(head);
  if (format === undefined || !formats.includes(format)) throw invalidFileType(formats, format ?? detected);
  return { size_bytes: bytes };
}

/** An album name that this service accepts: without control characters, and cut to the longest one. */
function cleanAlbumName(given: string | null, maxLength: number): string | null {
  const name = (given ?? '')
    .replace(/[\p{Control}\p{Line_Separator}\p{Paragraph_Separator}\p{Surrogate}]+/gu, ' ')
    .trim();
  return parseAlbumName([...name.normalize('NFC')].slice(0, maxLength).join(''), maxLength);
}

/** Works on several items at once. The first error ends the work. @throws that error */
async function inParallel<T>(
  items: AsyncIterable<T>,
  parallel: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.asyncIterator]();
  let failed = false;
  const worker = async () => {
    while (!failed) {
      const { value, done } = await iterator.next();
      if (done === true) return;
      await work(value);
    }
  };
  const guarded = () =>
    worker().catch((error: unknown) => {
      failed = true;
      throw error;
    });
  const ended = await Promise.allSettled(Array.from({ length: parallel }, guarded));
  if (failed) await iterator.return?.();
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}
