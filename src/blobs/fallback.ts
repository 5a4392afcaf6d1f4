import type { BlobStore, StoredBlob } from './port.ts';

/**
 * A store that is being moved into: what is new goes to `store`, what is not there yet is read from `old`.
 * Deletes remove from both. A blob that one of them cannot be asked about is not taken for missing.
 */
export function createFallbackBlobs(store: BlobStore, old: BlobStore): BlobStore {
  return {
    put: (key, path) => store.put(key, path),
    read: async (key) => (await store.read(key)) ?? old.read(key),
    open: async (key, range) => (await store.open(key, range)) ?? old.open(key, range),
    // What is not there yet is sent by the service itself.
    link: async (key, options) => ((await store.size(key)) === undefined ? undefined : store.link(key, options)),
    size: async (key) => (await store.size(key)) ?? old.size(key),
    async delete(key) {
      await old.delete(key);
      await store.delete(key);
    },
    list: (after) => merged(store.list(after), old.list(after)),
    abandonUnfinished: async (before) =>
      (await store.abandonUnfinished(before)) + (await old.abandonUnfinished(before)),
    // Each of the two has its own, which is read and written there.
    readOwnerToken: () => store.readOwnerToken(),
    writeOwnerToken: (text) => store.writeOwnerToken(text),
    check: () => store.check(),
  };
}

/** Both lists in the order of their keys, what is in both once. */
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
