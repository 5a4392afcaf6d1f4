import { randomUUID } from 'node:crypto';
import { isBlobKey, type StoreLocation } from '../../blobs/port.ts';
import { hasBlobs, knownKeys } from '../../catalog/blobs/blobs.ts';
import { addOwnerToken, catalogId, listOwnerTokens } from '../../catalog/operations/secrets.ts';
import type { Db } from '../../catalog/schema.ts';

/** Blobs that are looked up in the catalog when a location has no owner token. */
const SAMPLE = 1_000;

export interface OwnershipDeps {
  db: Db;
  /** Locations of the blobs: two during a move. */
  locations: readonly StoreLocation[];
}

/** Why this catalog may not own the blobs of a location. Until that is settled, nothing may be deleted as an orphan. */
export interface OwnershipProblem {
  /** Another catalog owns the location. Each of the two would take the other's blobs for orphans. */
  foreign: boolean;
  /** One sentence without a full stop. */
  text: string;
}

/**
 * Checks that this catalog owns the blobs, and writes a new owner token beside them. Only this state of the catalog and
 * later ones know the token: a copy of the catalog, or a restored backup, finds an unknown token.
 * @returns undefined when this catalog owns all locations
 */
export async function claimStores(deps: OwnershipDeps): Promise<OwnershipProblem | undefined> {
  const problem = await checkStores(deps);
  if (problem === undefined) await adoptStores(deps);
  return problem;
}

/** Makes this catalog the owner of the blobs, whatever it was before. */
export async function adoptStores({ db, locations }: OwnershipDeps): Promise<void> {
  const token = randomUUID();
  // The catalog goes first: the process may end between the two writes.
  await addOwnerToken(db, token);
  const text = `${await catalogId(db)} ${token}`;
  for (const { blobs } of locations) await blobs.writeOwnerToken(text);
}

/** Checks as `claimStores` does, and writes nothing. */
export async function checkStores({ db, locations }: OwnershipDeps): Promise<OwnershipProblem | undefined> {
  const ownId = await catalogId(db);
  const known = new Set(await listOwnerTokens(db));
  const withoutToken: StoreLocation[] = [];
  for (const location of locations) {
    const text = await location.blobs.readOwnerToken();
    const [id, token = ''] = text?.trim().split(' ') ?? [];
    if (id === undefined) withoutToken.push(location);
    else if (id !== ownId) return { foreign: true, text: `The blobs in ${location.name} belong to another catalog` };
    else if (!known.has(token)) {
      return {
        foreign: false,
        text: `The blobs in ${location.name} carry an owner token that this catalog does not know: the catalog is an earlier state or a copy`,
      };
    }
  }
  // The old location goes first: when this catalog owns it, an empty new one is the target of a move.
  let isMove = withoutToken.length < locations.length;
  for (const location of withoutToken.toReversed()) {
    const problem = await checkWithoutToken(db, location, isMove);
    if (problem !== undefined) return problem;
    isMove = true;
  }
  return undefined;
}

/** A location without a token is new, or older than owner tokens. @param isMove this catalog owns the old location */
async function checkWithoutToken(
  db: Db,
  { name, blobs }: StoreLocation,
  isMove: boolean,
): Promise<OwnershipProblem | undefined> {
  const keys: string[] = [];
  for await (const { key } of blobs.list()) {
    if (isBlobKey(key)) keys.push(key);
    if (keys.length === SAMPLE) break;
  }
  if (keys.length === 0) {
    if (isMove || !(await hasBlobs(db))) return undefined;
    return { foreign: false, text: `There are no blobs in ${name}, but the catalog has some` };
  }
  let known = 0;
  for (let i = 0; i < keys.length; i += 200) known += (await knownKeys(db, keys.slice(i, i + 200))).size;
  if (known > keys.length / 2) return undefined;
  return { foreign: false, text: `The catalog knows ${known} of the first ${keys.length} blobs in ${name}` };
}
