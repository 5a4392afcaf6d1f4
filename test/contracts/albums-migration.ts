import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Kysely } from 'kysely';
import { up as firstTables } from '../../src/catalog/migrations/0001-first.ts';
import { up as albumTables } from '../../src/catalog/migrations/0003-albums.ts';
import type { ImageRow } from '../../src/catalog/schema.ts';
import type { OpenCatalog } from './catalog-support.ts';

/** The migration to albums, with existing images. */
export function albumsMigrationContract(name: string, open: OpenCatalog): void {
  describe(`catalog contract, migration to albums: ${name}`, () => {
    it('fills sizes and search names of existing images', async (t) => {
      const under = await open('empty');
      t.after(under.close);
      const { db } = await under.connect();
      await firstTables(db as unknown as Kysely<unknown>);
      await db.insertInto('blobs').values({ key: 'k', sha256: 's', size_bytes: 12, refs: 2 }).execute();
      await db.insertInto('images').values(IMAGE).execute();
      await albumTables(db as unknown as Kysely<unknown>);
      const found = await db.selectFrom('images').select(['id', 'size_bytes', 'search_name']).execute();
      assert.deepEqual(
        found.map((row) => ({ ...row })),
        [{ id: 'i', size_bytes: 12, search_name: 'STRASSE.PNG' }],
      );
    });
  });
}

/** A row of the first schema. */
const IMAGE = {
  id: 'i',
  account_id: null,
  key_id: null,
  album_id: null,
  album_label: null,
  filename: 'Straße.png',
  format: 'PNG',
  width: 1,
  height: 1,
  frames: 1,
  has_alpha: 0,
  metadata_removed: '',
  original_key: 'k',
  thumbnail_key: 'k',
  thumbnail_format: 'PNG',
  thumbnail_width: 1,
  thumbnail_height: 1,
  uploaded_at: 1,
  expires_at: null,
  delete_token_hash: 'h',
  views: 0,
} as ImageRow;
