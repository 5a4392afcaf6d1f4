import { compare, type Row } from './support/compare.ts';
import { bareThumbnails, uploads } from './support/measure.ts';
import { drawPhotos } from './support/photos.ts';
import type { BenchService } from './support/service.ts';

const CLIENTS = 8;

/** Taking in: beside libvips alone, which makes the same thumbnails on all cores. */
export async function benchUploads(
  service: BenchService,
  directory: string,
  options: { rounds: number; seconds: number },
): Promise<Row[]> {
  const small = await drawPhotos(directory, { format: 'jpeg', width: 1_600, height: 1_200, bytes: 184_000, count: 12 });
  const large = await drawPhotos(directory, {
    format: 'jpeg',
    width: 4_000,
    height: 3_000,
    bytes: 1_300_000,
    count: 4,
  });
  const png = await drawPhotos(directory, { format: 'png', width: 1_200, height: 900, bytes: 2_000_000, count: 4 });
  const cases = [
    { name: 'upload a JPEG, 1600x1200', photos: small, perRequest: 1, goal: 0.85 },
    { name: 'upload a JPEG, 4000x3000', photos: large, perRequest: 1, goal: 0.9 },
    { name: 'upload a PNG, 1200x900', photos: png, perRequest: 1 },
    { name: 'upload 50 JPEGs, 1600x1200, at once', photos: small, perRequest: 50 },
  ];
  const rows: Row[] = [];
  for (const { name, photos, perRequest, goal } of cases) {
    const load = { clients: perRequest === 1 ? CLIENTS : 2, seconds: options.seconds, perRequest };
    const facts = {
      name: `${name} (${Math.round(photos.bytes / 1_000)} KB each), ${load.clients} clients`,
      reference: 'libvips alone, all cores',
      unit: 'images/s',
      rounds: options.rounds,
      ...(goal !== undefined && { goal }),
    };
    rows.push(
      await compare(
        facts,
        async () => (await uploads(service, load, photos.paths)).perSecond,
        () => bareThumbnails(options.seconds, photos.paths),
      ),
    );
  }
  return rows;
}
