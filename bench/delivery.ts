import { readFile } from 'node:fs/promises';
import { compare, type Row } from './support/compare.ts';
import { load } from './support/load.ts';
import type { FileServer } from './support/nginx.ts';
import type { BenchService } from './support/service.ts';

/** Which answer is asked for. */
interface Case {
  name: string;
  path: string;
  /** File name in the other server; same bytes. */
  file: string;
  goal?: number;
  /** Header fields of the request, from the answer to a plain one. */
  headers?: (plain: Response) => Record<string, string>;
}

/** Serving: each answer beside nginx with one worker, which has the same bytes in a file. */
export async function benchDelivery(
  service: BenchService,
  nginx: FileServer,
  picturePath: string,
  options: { rounds: number; seconds: number },
): Promise<Row[]> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await readFile(picturePath))]), 'photo.jpg');
  const uploaded = await fetch(`${service.url}/api/v1/upload`, { method: 'POST', body: form });
  const { data } = (await uploaded.json()) as {
    data: { id: string; links: { direct: string; thumbnail: string; view_page: string } };
  };
  const pathOf = (link: string) => new URL(link).pathname;
  const direct = pathOf(data.links.direct);
  const notModified = (plain: Response) => ({ 'If-None-Match': plain.headers.get('etag') ?? '' });
  const range = () => ({ Range: 'bytes=1000-4999' });
  const cases: Case[] = [
    { name: 'GET a thumbnail', path: pathOf(data.links.thumbnail), file: 'thumbnail.jpg', goal: 0.6 },
    { name: 'GET an original', path: direct, file: 'original.jpg', goal: 0.9 },
    { name: 'GET an original, 304', path: direct, file: 'original.jpg', headers: notModified },
    { name: 'GET 4,000 bytes of an original', path: direct, file: 'original.jpg', headers: range },
    { name: 'GET a view page', path: pathOf(data.links.view_page), file: 'view.html' },
    { name: 'GET image information', path: `/api/v1/image/${data.id}`, file: 'information.json' },
  ];
  const rows: Row[] = [];
  for (const { name, path, file, goal, headers } of cases) {
    const url = service.url + path;
    const authorization = { Authorization: `Bearer ${service.key}` };
    const own = path.startsWith('/api/') ? authorization : {};
    const bytes = Buffer.from(await (await fetch(url, { headers: own })).arrayBuffer());
    const other = await nginx.add(file, bytes);
    const [here, there] = [await fetch(url, { headers: own }), await fetch(other)];
    const facts = {
      name: `${name} (${(bytes.length / 1_000).toFixed(1)} KB)`,
      reference: 'nginx, one worker',
      unit: 'requests/s',
      rounds: options.rounds,
      ...(goal !== undefined && { goal }),
    };
    rows.push(
      await compare(
        facts,
        async () => (await load(url, options.seconds, { ...own, ...headers?.(here) })).perSecond,
        async () => (await load(other, options.seconds, headers?.(there))).perSecond,
      ),
    );
  }
  return rows;
}
