import { bareServer } from './support/bare-server.ts';
import { compare } from './support/compare.ts';
import { bareThumbnails, uploads } from './support/measure.ts';
import { drawPhotos, LARGE_JPEG, type Photos, PNG, SMALL_JPEG } from './support/photos.ts';
import type { Options, Results } from './support/results.ts';
import { startService } from './support/service.ts';

const CLIENTS = 8;

/** Uploads beside libvips alone, which makes the same thumbnails on all cores. */
export async function benchUploads(results: Results, directory: string, options: Options): Promise<void> {
  const small = await drawPhotos(directory, SMALL_JPEG, 12);
  const cases = [
    { name: 'upload a JPEG, 1600x1200', photos: async () => small, perRequest: 1, goal: 0.85 },
    {
      name: 'upload a JPEG, 4000x3000',
      photos: () => drawPhotos(directory, LARGE_JPEG, 4),
      perRequest: 1,
      goal: 0.9,
    },
    { name: 'upload a PNG, 1200x900', photos: () => drawPhotos(directory, PNG, 4), perRequest: 1 },
    { name: 'upload 50 JPEGs, 1600x1200, at once', photos: async () => small, perRequest: 50 },
  ];
  for (const { name, photos: make, perRequest, goal } of cases) {
    await results.measure(name, async () => {
      const photos = await make();
      await using service = await startService();
      const load = { clients: perRequest === 1 ? CLIENTS : 2, seconds: options.seconds, perRequest };
      return await compare(
        {
          name: named(name, photos, load.clients),
          reference: 'libvips alone, all cores',
          unit: 'images/s',
          rounds: options.rounds,
          ...(goal !== undefined && { goal: { ratioAtLeast: goal } }),
        },
        async () => (await uploads(service, load, photos.paths)).perSecond,
        async () => (await bareThumbnails(options.seconds, photos.paths)).perSecond,
        { warmUp: true },
      );
    });
  }
  await benchLazy(results, small, options);
}

/** Lazy thumbnails: the upload only receives and stores the bytes. */
async function benchLazy(results: Results, photos: Photos, { rounds, seconds }: Options): Promise<void> {
  const name = 'upload a JPEG, 1600x1200, IMGD_THUMBNAILS=lazy';
  await results.measure(name, async () => {
    await using service = await startService({ env: { IMGD_THUMBNAILS: 'lazy' } });
    await using bare = await bareServer();
    const load = { clients: CLIENTS, seconds };
    const reference = 'a bare fastify that writes and fsyncs the same';
    const facts = { name: named(name, photos, CLIENTS), reference, unit: 'images/s', rounds };
    return await compare(
      { ...facts, goal: { ratioAtLeast: 0.5 } },
      async () => (await uploads(service, load, photos.paths)).perSecond,
      async () => (await uploads(bare, load, photos.paths)).perSecond,
      { warmUp: true },
    );
  });
}

function named(name: string, { bytes }: Photos, clients: number): string {
  return `${name} (${Math.round(bytes / 1_000)} KB each), ${clients} clients`;
}
