import { randomInt } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Picture, pictureSource } from './valid-pictures.ts';

/** Images that stay: beyond it the oldest is deleted, so that the catalog does not grow. */
const MAX_IMAGES = 400;
const TIMEOUT_MS = 60_000;
/** A client tries again where the service says when: so often, then the request has failed. */
const MAX_RETRIES = 5;

export interface Traffic {
  requests: number;
  /** Refusals because of too much work, after which the client tried again. */
  retries: number;
  /** One line for each request that failed. */
  failures: string[];
  /** Begins requests until the time is over. */
  run(seconds: number, clients: number): Promise<void>;
}

interface Stored {
  id: string;
  links: { direct: string; thumbnail: string };
}

/**
 * Mixed work of clients that rest as long as each request took: half of what they could do.
 * @param refusedDir gets the bytes of each picture that was not stored, beside the answer: all of them are valid
 */
export function createTraffic(service: { url: string; key: string }, refusedDir: string): Traffic {
  const { url, key } = service;
  const images: Stored[] = [];
  const draw = pictureSource();
  const headers = { authorization: `Bearer ${key}` };
  const any = () => images[randomInt(images.length)] as Stored;

  async function request(method: string, path: string, init: RequestInit = {}): Promise<Response> {
    traffic.requests++;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const address = path.startsWith('http') ? path : `${url}${path}`;
    for (let retry = 0; ; retry++) {
      const response = await fetch(address, {
        method,
        signal,
        ...init,
        headers: { ...headers, ...(init.headers ?? {}) },
      });
      const waitSeconds = response.status === 503 ? response.headers.get('retry-after') : null;
      if (waitSeconds === null || retry === MAX_RETRIES) return response;
      traffic.retries++;
      await response.arrayBuffer();
      await sleep(Number(waitSeconds) * 1_000);
    }
  }

  /** @param gone whether another client may have deleted the image since */
  async function expectOk(response: Response, what: string, gone = false): Promise<string> {
    const bytes = await response.text();
    if (!response.ok && !(gone && response.status === 404)) {
      traffic.failures.push(`${what}: ${response.status} ${bytes.slice(0, 300)}`);
    }
    return bytes;
  }

  async function upload(picture: Picture): Promise<void> {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(picture.bytes)]), picture.name);
    const response = await request('POST', '/api/v1/upload', { body: form });
    const answer = await expectOk(response, `upload of ${picture.name}`);
    if (response.ok) images.push(JSON.parse(answer).data);
    else {
      const path = join(refusedDir, `${Date.now()}-${traffic.requests}-${picture.name}`);
      await writeFile(path, picture.bytes);
      await writeFile(`${path}.json`, answer);
    }
  }

  async function read(link: 'direct' | 'thumbnail' | 'variant'): Promise<void> {
    const { id, links } = any();
    const path = link === 'variant' ? `/v/${id}/320.webp` : new URL(links[link]).pathname;
    await expectOk(await request('GET', path), link, true);
  }

  async function remove(): Promise<void> {
    const [oldest] = images.splice(0, 1);
    if (oldest !== undefined) await expectOk(await request('DELETE', `/api/v1/image/${oldest.id}`), 'deletion');
  }

  async function change(): Promise<void> {
    const { id } = any();
    const body = JSON.stringify({ album: `album ${randomInt(20)}` });
    const options = { body, headers: { 'content-type': 'application/json' } };
    await expectOk(await request('PATCH', `/api/v1/image/${id}`, options), 'change of album', true);
    await expectOk(await request('GET', '/api/v1/images?limit=50'), 'list');
  }

  async function step(): Promise<void> {
    if (images.length > MAX_IMAGES) return remove();
    const dice = images.length < 10 ? 0 : Math.random();
    if (dice < 0.35) return upload(await draw());
    if (dice < 0.6) return read('direct');
    if (dice < 0.8) return read('thumbnail');
    if (dice < 0.88) return read('variant');
    return dice < 0.95 ? change() : remove();
  }

  async function client(endMs: number): Promise<void> {
    while (performance.now() < endMs) {
      const began = performance.now();
      await step().catch((error) => traffic.failures.push(String(error?.cause ?? error)));
      await sleep(performance.now() - began);
    }
  }

  const traffic: Traffic = {
    requests: 0,
    retries: 0,
    failures: [],
    async run(seconds, clients) {
      const endMs = performance.now() + seconds * 1_000;
      await Promise.all(Array.from({ length: clients }, () => client(endMs)));
    },
  };
  return traffic;
}
