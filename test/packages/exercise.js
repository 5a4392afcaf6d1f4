// Runs in browsers and in every Node.js: the calls that a page or a program makes first.

/**
 * @param library the module imgd-client
 * @param service `url`, an account's `key`, and `picture`, the bytes of a PNG
 * @returns facts for the test to compare
 */
export async function exercise({ createClient, ApiError, NetworkError }, { url, key, picture }) {
  const client = createClient({ baseUrl: url, apiKey: key });
  const file = (name) => new File([new Uint8Array(picture)], name, { type: 'image/png' });
  const progress = [];
  const first = await client.upload(file('ä "first".png'), {
    album: 'Blue',
    expiry: 2,
    onProgress: (sent, total) => progress.push([sent, total]),
  });
  const quiet = await client.upload(new Blob([new Uint8Array(picture)]));
  const bulk = await client.uploadBulk([file('a.png'), new File(['text'], 'b.txt')], { onProgress: () => {} });
  const ids = [];
  for await (const image of client.each('listImages', { limit: 1 })) ids.push(image.id);
  const nameOf = (error) =>
    error instanceof ApiError ? error.code : error instanceof NetworkError ? 'network' : error.name;
  const failure = (promise) => promise.then(() => 'none', nameOf);
  const aborted = AbortSignal.abort();
  const controller = new AbortController();
  const large = new File([new Uint8Array(picture), new Uint8Array(32 * 2 ** 20)], 'large.png');
  const onProgress = (sent) => sent > 0 && controller.abort();
  const midway = failure(client.upload(large, { signal: controller.signal, onProgress }));
  const failures = {
    refused: await failure(client.upload(new File(['text'], 'a.png'), { onProgress: () => {} })),
    refusedWithoutProgress: await failure(client.upload(new File(['text'], 'a.png'))),
    wrongKey: await failure(createClient({ baseUrl: url, apiKey: 'imgd_wrong' }).upload(file('a.png'))),
    aborted: await failure(client.upload(file('a.png'), { signal: aborted, onProgress: () => {} })),
    abortedMidway: await midway,
    unreachable: await failure(createClient({ baseUrl: 'http://127.0.0.1:1', retries: 0 }).request('getUsage')),
  };
  const idempotencyKey = `exercise-${Math.random()}-${Math.random()}`;
  const twice = [];
  for (const _ of [1, 2]) twice.push((await client.upload(file('twice.png'), { idempotencyKey })).id);
  const parts = [];
  const resumable = await client.uploadResumable(file('parts.png'), {
    chunkBytes: 100,
    album: 'Größe',
    onProgress: (sent) => parts.push(sent),
  });
  const deleted = await client.deleteImage(first.id);
  const gone = await failure(client.image(first.id));
  return {
    first: { filename: first.filename, album: first.album },
    progress: { first: progress[0], last: progress.at(-1), size: picture.length },
    quiet: quiet.filename,
    bulk: bulk.results.map((one) => (one.success ? one.data.filename : one.error.code)),
    listed: ids.length === 3 && new Set(ids).size === 3 && ids.includes(first.id),
    failures,
    storedOnce: twice[0] === twice[1],
    resumable: [resumable.filename, resumable.album, parts[0], parts.at(-1)],
    deleted: deleted.deleted,
    gone,
  };
}

/** What `exercise` returns where everything works. @param size bytes of the picture */
export const expected = (size) => ({
  first: { filename: 'ä "first".png', album: 'Blue' },
  progress: { first: [0, size], last: [size, size], size },
  quiet: 'blob',
  bulk: ['a.png', 'INVALID_FILE_TYPE'],
  listed: true,
  failures: {
    refused: 'INVALID_FILE_TYPE',
    refusedWithoutProgress: 'INVALID_FILE_TYPE',
    wrongKey: 'INVALID_API_KEY',
    aborted: 'AbortError',
    abortedMidway: 'AbortError',
    unreachable: 'network',
  },
  storedOnce: true,
  resumable: ['parts.png', 'Größe', 0, size],
  deleted: true,
  gone: 'IMAGE_NOT_FOUND',
});
