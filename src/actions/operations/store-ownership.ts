import { randomUUID } from 'node:crypto';
import { isBlobKey, type StoreLocation } from '../../blobs/port.ts';
import { hasBlobs, knownKeys } from '../../catalog/blobs/blobs.ts';
import { addOwnerToken, catalogId, listOwnerTokens } from '../../catalog/operations/secrets.ts';
import type { Db } from '../../catalog/schema.ts';

/** How many blobs of an unmarked location are looked up to tell whose they are. */
const LOOKED_UP = 1_000;

export interface MarkedStores {
  db: Db;
  /** Where the blobs are: two locations while they are moved. */
  locations: readonly StoreLocation[];
}

/** Why the blobs of a location may not be this catalog's: then nothing may be removed for having no row. */
export interface StoreDoubt {
  /** Another catalog has left its mark: what either of them writes, the other would take for strays. */
  foreign: boolean;
  /** In a line. */
  text: string;
}

/**
 * Makes sure that the blobs are this catalog's, and leaves a new mark with them that only this state of the catalog and
 * later ones know. A copy or an older state meets a mark that it does not know.
 * @returns undefined when all locations are this catalog's now, else why one may not be
 */
export async function claimStores(deps: MarkedStores): Promise<StoreDoubt | undefined> {
  const doubt = await doubtOfStores(deps);
  if (doubt === undefined) await adoptStores(deps);
  return doubt;
}

/** Makes this catalog the one that the blobs belong to, whoever had them before. */
export async function adoptStores({ db, locations }: MarkedStores): Promise<void> {
  const mark = randomUUID();
  // In this order: the process may end in between.
  await addOwnerToken(db, mark);
  const text = `${await catalogId(db)} ${mark}`;
  for (const { blobs } of locations) await blobs.writeOwnerToken(text);
}

/** What `claimStores` would say; leaves nothing with the blobs. */
export async function doubtOfStores({ db, locations }: MarkedStores): Promise<StoreDoubt | undefined> {
  const own = await catalogId(db);
  const known = new Set(await listOwnerTokens(db));
  const unmarked: StoreLocation[] = [];
  for (const location of locations) {
    const text = await location.blobs.readOwnerToken();
    const [id, mark = ''] = text?.trim().split(' ') ?? [];
    if (id === undefined) unmarked.push(location);
    const doubt = id === undefined ? undefined : doubtOfMarked(location, id === own, known.has(mark));
    if (doubt !== undefined) return doubt;
  }
  // The old location first: where that is ours, an empty one is where the blobs are moved to.
  let hasOwn = unmarked.length < locations.length;
  for (const location of unmarked.toReversed()) {
    const doubt = await doubtOfUnmarked(db, location, hasOwn);
    if (doubt !== undefined) return doubt;
    hasOwn = true;
  }
  return undefined;
}

function doubtOfMarked({ name }: StoreLocation, isOwn: boolean, isKnown: boolean): StoreDoubt | undefined {
  if (!isOwn) return { foreign: true, text: `The blobs in ${name} belong to another catalog` };
  if (!isKnown) {
    return {
      foreign: false,
      text: `The blobs in ${name} carry a mark that this catalog does not know: an earlier state of it was put back, or a copy of it is in use`,
    };
  }
  return undefined;
}

/** A location without a mark is new, or was used before there were marks. @param moving whether an old location is ours */
async function doubtOfUnmarked(
  db: Db,
  { name, blobs }: StoreLocation,
  moving: boolean,
): Promise<StoreDoubt | undefined> {
  const keys: string[] = [];
  for await (const { key } of blobs.list()) {
    if (isBlobKey(key)) keys.push(key);
    if (keys.length === LOOKED_UP) break;
  }
  if (keys.length === 0) {
    if (moving || !(await hasBlobs(db))) return undefined;
    return { foreign: false, text: `There are no blobs in ${name}, while the catalog knows of some` };
  }
  let known = 0;
  for (let i = 0; i < keys.length; i += 200) known += (await knownKeys(db, keys.slice(i, i + 200))).size;
  if (known > keys.length / 2) return undefined;
  return { foreign: false, text: `The catalog knows ${known} of the first ${keys.length} blobs in ${name}` };
}
