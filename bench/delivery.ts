import { readFile } from 'node:fs/promises';
import { compare } from './support/compare.ts';
import { load } from './support/load.ts';
import type { FileServer } from './support/nginx.ts';
import type { Options, Results } from './support/results.ts';
import type { BenchService } from './support/service.ts';

/** The measured response. */
interface Kind {
  name: string;
  link: 'direct' | 'thumbnail' | 'view_page' | 'information';
  /** File name on the reference server, with equal content. */
  file: string;
  goal?: number;
  /** Header fields of the request, from the response to a plain one. */
  headers?: (plain: Response) => Record<string, string>;
}

const notModified = (plain: Response) => ({ 'If-None-Match': plain.headers.get('etag') ?? '' });
const range = () => ({ Range: 'bytes=1000-4999' });

/** The measured responses. */
export const KINDS: readonly Kind[] = [
  { name: 'GET a thumbnail', link: 'thumbnail', file: 'thumbnail.jpg', goal: 0.6 },
  { name: 'GET an original', link: 'direct', file: 'original.jpg', goal: 0.9 },
  { name: 'GET an original, 304', link: 'direct', file: 'original.jpg', headers: notModified },
  { name: 'GET 4,000 bytes of an original', link: 'direct', file: 'original.jpg', headers: range },
  { name: 'GET a view page', link: 'view_page', file: 'view.html' },
  { name: 'GET image metadata', link: 'information', file: 'information.json' },
];

/** Uploads a picture. @returns the paths of its responses */
export async function uploadPicture(service: BenchService, path: string): Promise<Record<Kind['link'], string>> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await readFile(path))]), 'photo.jpg');
  const uploaded = await fetch(`${service.url}/api/v1/upload`, { method: 'POST', body: form });
  const { data } = (await uploaded.json()) as {
    data: { id: string; links: { direct: string; thumbnail: string; view_page: string } };
  };
  const pathOf = (link: string) => new URL(link).pathname;
  const { direct, thumbnail, view_page } = data.links;
  return {
    direct: pathOf(direct),
    thumbnail: pathOf(thumbnail),
    view_page: pathOf(view_page),
    information: `/api/v1/image/${data.id}`,
  };
}

/** The request for one kind of response: anonymous, except for image metadata, which uses an account without hourly limit. */
export async function requestOf(
  service: BenchService,
  kind: Kind,
  paths: Record<Kind['link'], string>,
): Promise<{ url: string; headers: Record<string, string>; bytes: Buffer }> {
  const url = service.url + paths[kind.link];
  const headers = kind.link === 'information' ? { Authorization: `Bearer ${service.key}` } : {};
  const plain = await fetch(url, { headers });
  const bytes = Buffer.from(await plain.arrayBuffer());
  if (plain.status !== 200) throw new Error(`${url} is answered ${plain.status}`);
  return { url, headers: { ...headers, ...kind.headers?.(plain) } as Record<string, string>, bytes };
}

/**
 * Delivery: each response beside nginx with one worker, which serves an equal file.
 * @param pictures.wide a picture whose thumbnail has about 5 KB
 */
export async function benchDelivery(
  results: Results,
  service: BenchService,
  nginx: FileServer,
  pictures: { photo: string; wide: string },
  { rounds, seconds }: Options,
): Promise<void> {
  const paths = await uploadPicture(service, pictures.photo);
  const { thumbnail } = await uploadPicture(service, pictures.wide);
  for (const kind of KINDS) {
    await results.measure(kind.name, async () => {
      const { url, headers, bytes } = await requestOf(service, kind, { ...paths, thumbnail });
      const other = await nginx.add(kind.file, bytes);
      const otherHeaders = kind.headers?.(await fetch(other));
      const facts = {
        name: `${kind.name} (${(bytes.length / 1_000).toFixed(1)} KB)`,
        reference: 'nginx, one worker',
        unit: 'requests/s',
        rounds,
        ...(kind.goal !== undefined && { goal: { ratioAtLeast: kind.goal } }),
      };
      return await compare(
        facts,
        async () => (await load(url, seconds, headers)).perSecond,
        async () => (await load(other, seconds, otherHeaders)).perSecond,
        { warmUp: true },
      );
    });
  }
}
