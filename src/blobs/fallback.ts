import type { BlobStore, StoredBlob } from './port.ts';

/**
 * A store during a move: writes go to `store`, and blobs that it does not have are read from `old`. Deletes remove from
 * both. A failure of one store does not count as absence.
 */
export function createFallbackBlobs(store: BlobStore, old: BlobStore): BlobStore {
  return {
    put: (key, path) => store.put(key, path),
    read: async (key) => (await store.read(key)) ?? old.read(key),
    open: async (key, range) => (await store.open(key, range)) ?? old.open(key, range),
    // Without a link the service sends the blob itself.
    link: async (key, options) => ((await store.size(key)) === undefined ? undefined : store.link(key, options)),
    size: async (key) => (await store.size(key)) ?? old.size(key),
    async delete(key) {
      await old.delete(key);
      await store.delete(key);
    },
    list: (after) => merged(store.list(after), old.list(after)),
    abandonUnfinished: async (before) =>
      (await store.abandonUnfinished(before)) + (await old.abandonUnfinished(before)),
    // Each store has its own owner token, accessed through its location.
    readOwnerToken: () => store.readOwnerToken(),
    writeOwnerToken: (text) => store.writeOwnerToken(text),
    check: () => store.check(),
  };
}

/** Both lists in the order of their keys, without duplicates. */
async function* merged(...lists: [AsyncIterable<StoredBlob>, AsyncIterable<StoredBlob>]): AsyncGenerator<StoredBlob> {
  const [left, right] = lists.map((list) => list[Symbol.asyncIterator]()) as [
    AsyncIterator<StoredBlob>,
    AsyncIterator<StoredBlob>,
  ];
  let [a, b] = [await left.next(), await right.next()];
  while (a.done !== true || b.done !== true) {
    const fromLeft = b.done === true || (a.done !== true && a.value.key <= b.value.key);
    const { value } = fromLeft ? a : b;
    if (b.done !== true && b.value.key === value.key) b = await right.next();
    if (fromLeft) a = await left.next();
    yield value;
  }
}
