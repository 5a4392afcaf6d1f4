import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

/** Queries that find images in the trash too, each with its reason. All others contain a condition about the trash. */
const REASONS: Readonly<Record<string, string>> = {
  imageRecords: 'the beginning of other queries',
  listedImages: 'the beginning of other queries',
  imageQuery: 'the callers compare the row',
  findStoredImage: 'for acts that reach all stored images',
  findStoredImages: 'for acts that reach all stored images',
  listExpired: 'an image expires in the trash',
  listImagesOfAccount: 'the trash goes with the account',
  listImagesOfBlobs: 'a corrupt blob concerns all its images',
  listQuarantine: 'administrators see images in the trash',
  duplicates: 'a takedown reaches the trash',
  withCovers: 'the ids come from a query with the condition',
  imageFacts: 'the event of the cause tells of the row as it is',
  countTotals: 'the bytes are stored',
  counted: 'references of blobs',
  findThumbnailOf: 'thumbnails belong to content',
  lockWaiting: 'thumbnails belong to content',
  createRemovals: 'copies of images in the trash are at the edge until they are purged',
  sameUploader: 'administrators act on all images of an uploader',
  listSameUploader: 'administrators act on all images of an uploader',
  findImages: 'operators find images in the trash, and see that they are there',
  lockPurgeable: 'its column is set in the trash only',
};

const QUERY =
  /(?:selectFrom|innerJoin|leftJoin)\('images(?: as \w+)?'|\bfrom images where\b|\b(?:listedImages|imageRecords|imageQuery)\(/;
const CONDITION = /\b(?:isKept|isInTrash|isShown)\(|\btrashed_at\b/;
const DECLARATION = /^(?:export )?(?:async )?(?:function\*?|const) (\w+)/m;

/** @returns the names of the functions with a query that finds images in the trash */
function queriesWithoutCondition(source: string): string[] {
  const parts = source.split(/^(?=(?:export )?(?:async )?(?:function\*?|const) \w+)/m);
  return parts
    .filter((part) => QUERY.test(part) && !CONDITION.test(part))
    .map((part) => DECLARATION.exec(part)?.[1] ?? part);
}

test('every query of images hides the trash, or says why not', () => {
  const files = globSync('src/**/*.ts').filter((path) => !path.includes('migrations'));
  const found = files.flatMap((path) => queriesWithoutCondition(readFileSync(path, 'utf8')));
  assert.deepEqual(found.toSorted(), Object.keys(REASONS).toSorted());
});

test('control: a query without the condition is found', () => {
  const [head, tail] = ["export function forgets(db: Db) {\n  return db.selectFrom('images').select('id')", ';\n}\n'];
  assert.deepEqual(queriesWithoutCondition(head + tail), ['forgets']);
  assert.deepEqual(queriesWithoutCondition(`${head}.where(isKept(1))${tail}`), []);
});
