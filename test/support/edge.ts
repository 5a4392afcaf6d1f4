import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/services/free-port.ts';
import type { Service } from '../../scripts/services/service.ts';
import type { PageTexts } from '../../src/http/pages/texts.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { startApp, type TestApp } from './start-app.ts';
import { until } from './until.ts';

/** The real clock plus `shiftMs`. */
export function createShiftedClock(): Clock & { shiftMs: number } {
  return {
    shiftMs: 0,
    now() {
      return Date.now() + this.shiftMs;
    },
  };
}

/** One response of the service behind the edge. */
export interface OriginAnswer {
  method: string;
  url: string;
  status: number;
}

/** A service behind a real cache. */
export interface CachedApp extends AsyncDisposable {
  app: TestApp;
  /** URL of the cache. */
  url: string;
  /** URL of the service. */
  origin: string;
  edge: Service;
  clock: Clock & { shiftMs: number };
  /** All responses of the service, to the cache and to other clients. */
  answers: OriginAnswer[];
}

export interface CachedAppOptions {
  kind: 'varnish' | 'nginx';
  pageTexts?: PageTexts;
  start(dir: string, origin: string): Promise<Service>;
  /** URL for purges, instead of the URL of the cache. */
  purgeUrl?(edgeUrl: string): Promise<string>;
}

/** Starts a cache and a service behind it that sends purges to it. */
export async function startBehind({ kind, start, purgeUrl, pageTexts }: CachedAppOptions): Promise<CachedApp> {
  await using undo = new AsyncDisposableStack();
  const dir = await mkdtemp(join(tmpdir(), 'imgd-edge-'));
  undo.defer(() => rm(dir, { recursive: true, force: true }));
  const clock = createShiftedClock();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const edge = await start(dir, origin);
  undo.defer(() => edge.stop());
  const app = await startApp({
    clock,
    ...(pageTexts && { pageTexts }),
    env: {
      IMGD_PORT: String(port),
      IMGD_BASE_URL: origin,
      IMGD_IMAGE_HOST: edge.url,
      IMGD_EDGE: kind,
      IMGD_EDGE_URL: (await purgeUrl?.(edge.url)) ?? edge.url,
      IMGD_EDGE_TIMEOUT_SECONDS: '5',
    },
  });
  undo.use(app);
  // Varnish does not ask an origin again at once that has refused a connection.
  await until(async () => (await fetch(`${edge.url}/livez`)).ok);
  const answers: OriginAnswer[] = [];
  app.service.app.server.prependListener('request', (request, response) => {
    const { method = '', url = '' } = request;
    response.once('finish', () => answers.push({ method, url, status: response.statusCode }));
  });
  const resources = undo.move();
  return {
    app,
    url: edge.url,
    origin,
    edge,
    clock,
    answers,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
