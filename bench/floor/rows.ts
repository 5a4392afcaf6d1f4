import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { NewBlob } from '../../src/catalog/blobs/blobs.ts';
import { openSqliteFile } from '../../src/catalog/engine/sqlite-file.ts';
import type { ImageRow } from '../../src/catalog/schema.ts';

/** An image and its new blobs. */
export interface NewRows {
  image: ImageRow;
  original: NewBlob;
  /** null where it is made later: then the image refers to its original twice. */
  thumbnail: NewBlob | null;
}

/** What a thread for `insertInto` gets at its start. */
export interface ThreadStart {
  path: string;
  port: MessagePort;
  /** Number of messages sent, on which the thread sleeps. */
  sent: Int32Array;
}

/** Adds an image; resolves when it is durable. */
export type AddImage = (rows: NewRows) => Promise<void>;

const ADD_BLOB = `INSERT INTO blobs (key, sha256, size_bytes, refs, variants_known) VALUES (?, ?, ?, ?, 1)
  ON CONFLICT (sha256) DO UPDATE SET refs = blobs.refs + excluded.refs RETURNING key`;
const FIND_BLOCK = 'SELECT 1 FROM blocks WHERE stored_sha256 IN (?, ?) OR uploaded_sha256 IN (?, ?) LIMIT 1';
const IS_HEARD = `EXISTS (SELECT 1 FROM webhooks WHERE disabled_at IS NULL
  AND (account_id IS NULL OR account_id = images.account_id)) AS is_heard`;

/** Inserts images in one transaction with the statements of imgd. @throws Error of SQLite, or for a block or a webhook */
export function insertInto(file: DatabaseSync): (all: readonly NewRows[]) => void {
  const [addBlob, findBlock] = [file.prepare(ADD_BLOB), file.prepare(FIND_BLOCK)];
  const addGarbage = file.prepare('INSERT INTO garbage (key, added_at) VALUES (?, ?)');
  const [begin, commit] = [file.prepare('BEGIN IMMEDIATE'), file.prepare('COMMIT')];
  let addImage: StatementSync | undefined;

  function refer({ key, sha256, sizeBytes }: NewBlob, refs: number, now: number): string {
    const { key: live } = addBlob.get(key, sha256, sizeBytes, refs) as { key: string };
    if (live !== key) addGarbage.run(key, now);
    return live;
  }

  function insert({ image, original, thumbnail }: NewRows): void {
    const shas = [image.uploaded_sha256, original.sha256];
    if (findBlock.get(...shas, ...shas) !== undefined) throw new Error('the image is blocked');
    const originalKey = refer(original, thumbnail === null ? 2 : 1, image.uploaded_at);
    const thumbnailKey = thumbnail === null ? originalKey : refer(thumbnail, 1, image.uploaded_at);
    const row = { ...image, original_key: originalKey, thumbnail_key: thumbnailKey };
    addImage ??= file.prepare(insertionOf(Object.keys(row)));
    const { is_heard: isHeard } = addImage.get(...(Object.values(row) as SQLInputValue[])) as { is_heard: number };
    if (isHeard === 1) throw new Error('there is a webhook');
  }

  return (all) => {
    begin.run();
    try {
      for (const one of all) insert(one);
      commit.run();
    } catch (error) {
      file.exec('ROLLBACK');
      throw error;
    }
  };
}

function insertionOf(columns: readonly string[]): string {
  const places = columns.map(() => '?');
  return `INSERT INTO images (${columns.join(', ')}) VALUES (${places.join(', ')}) RETURNING ${IS_HEARD}`;
}

/** Inserts in this thread, which waits for the disk. */
export function addHere(path: string): AddImage {
  const insert = insertInto(openSqliteFile(path));
  return async (rows) => insert([rows]);
}

/** Inserts in a thread: one message an image, and one transaction for all that wait. */
export function addOnThread(path: string): AddImage {
  const sent = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const { port1: port, port2 } = new MessageChannel();
  const workerData: ThreadStart = { path, port: port2, sent };
  new Worker(new URL('rows-thread.ts', import.meta.url), { workerData, transferList: [port2] });
  const waiting: (() => void)[] = [];
  port.on('message', (count: number) => {
    for (const resolve of waiting.splice(0, count)) resolve();
  });
  return (rows) =>
    new Promise((resolve) => {
      waiting.push(resolve);
      port.postMessage(rows);
      Atomics.add(sent, 0, 1);
      Atomics.notify(sent, 0);
    });
}
