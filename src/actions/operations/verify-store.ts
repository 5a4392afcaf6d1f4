import { isBlobKey, keyPrefixAt } from '../../blobs/port.ts';
import { type CorruptBlob, listWrongRefs, type WrongRefs } from '../../catalog/blobs/blob-integrity.ts';
import { isLive, knownKeys, listBlobs, type NewBlob } from '../../catalog/blobs/blobs.ts';
import { listImagesOfBlobs } from '../../catalog/images/images.ts';
import type { GarbageDeps } from './collect-garbage.ts';
import { doubtOfStores, type MarkedStores } from './store-ownership.ts';
import { scrubBlobs } from './verify-checksums.ts';

const PAGE = 500;

export interface ExamineOptions {
  /** Blobs without a row are strays only when they are older: younger ones may belong to an upload under way. */
  graceMs: number;
  /** Also read every blob and compare its bytes. */
  scrub: boolean;
  bytesPerSecond: number;
}

/** Where catalog and store differ. */
export interface Findings {
  /** Why the blobs may not be this catalog's: then none of them is a stray, and nothing may be repaired. */
  doubt: string | null;
  /** Live blobs that were looked at. */
  examined: number;
  /** Live blobs whose bytes are missing. */
  missing: string[];
  /** Live blobs whose bytes are not those that were stored. */
  damaged: CorruptBlob[];
  /** Images that cannot be shown whole because of these. */
  images: string[];
  /** Bytes that no row knows. */
  strays: string[];
  /** Live blobs with a wrong count of references. */
  wrongRefs: WrongRefs[];
}

/** Compares catalog and blob store in both directions. Changes nothing. */
export async function examineStore(deps: GarbageDeps & MarkedStores, options: ExamineOptions): Promise<Findings> {
  const doubt = (await doubtOfStores(deps))?.text ?? null;
  const before = keyPrefixAt(deps.clock.now() - options.graceMs);
  const found = await compare(deps, options.graceMs === 0 ? '~' : before);
  if (options.scrub) {
    const bounds = { after: '', maxBytes: Number.POSITIVE_INFINITY, bytesPerSecond: options.bytesPerSecond };
    const { damage } = await scrubBlobs(deps, bounds);
    found.damaged = damage.filter(({ fault }) => fault !== 'missing');
  }
  const broken = [...found.missing, ...found.damaged.map(({ key }) => key)];
  const images: string[] = [];
  for (let i = 0; i < broken.length; i += PAGE)
    images.push(...(await listImagesOfBlobs(deps.db, broken.slice(i, i + PAGE))));
  if (doubt !== null) found.strays = [];
  return { doubt, ...found, images: [...new Set(images)], wrongRefs: await listWrongRefs(deps.db) };
}

/** Whether there is anything to repair. */
export function isClean({ doubt, missing, damaged, strays, wrongRefs }: Findings): boolean {
  return doubt === null && missing.length + damaged.length + strays.length + wrongRefs.length === 0;
}

/** Goes through the store and the rows side by side: both come in the order of their keys. */
async function compare(deps: GarbageDeps, strayBefore: string) {
  const missing: string[] = [];
  const damaged: CorruptBlob[] = [];
  const unknown: string[] = [];
  let examined = 0;
  const rows = liveBlobs(deps)[Symbol.asyncIterator]();
  let row = await rows.next();

  const judgeMissing = async (blob: NewBlob) => {
    // Put, or deleted, since the listing began?
    if ((await deps.blobs.size(blob.key)) !== undefined) return;
    if (await isLive(deps.db, blob.key)) missing.push(blob.key);
  };

  for await (const { key, sizeBytes } of deps.blobs.list()) {
    while (row.done !== true && row.value.key < key) {
      examined++;
      await judgeMissing(row.value);
      row = await rows.next();
    }
    if (row.done !== true && row.value.key === key) {
      examined++;
      if (row.value.sizeBytes !== sizeBytes) damaged.push({ key, fault: 'size' });
      row = await rows.next();
    } else if (key < strayBefore && isBlobKey(key)) {
      unknown.push(key);
    }
  }
  for (; row.done !== true; row = await rows.next()) {
    examined++;
    await judgeMissing(row.value);
  }
  return { examined, missing, damaged, strays: await withoutRow(deps, unknown) };
}

async function* liveBlobs(deps: GarbageDeps): AsyncGenerator<NewBlob, undefined> {
  for (let after = ''; ; ) {
    const page = await listBlobs(deps.db, after, PAGE);
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return undefined;
    after = last.key;
  }
}

/** Those that are neither live nor garbage, which the collector knows of. */
async function withoutRow(deps: GarbageDeps, keys: readonly string[]): Promise<string[]> {
  const strays: string[] = [];
  for (let i = 0; i < keys.length; i += PAGE) {
    const page = keys.slice(i, i + PAGE);
    const known = await knownKeys(deps.db, page);
    strays.push(...page.filter((key) => !known.has(key)));
  }
  return strays;
}
