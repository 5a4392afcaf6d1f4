import { createClient } from '../../packages/client/src/client.ts';
import { registerAccount } from '../../src/actions/accounts/register-account.ts';
import { addJob, buryJob, leaseJobs } from '../../src/catalog/operations/jobs.ts';
import { addStatistics } from '../../src/catalog/operations/statistics.ts';
import type { PlanName } from '../../src/core/plans.ts';
import { dayOf } from '../../src/core/statistics.ts';
import { storageBeside } from '../../test/support/requests.ts';
import { dataOf, login, request, type SignedIn } from '../../test/support/sign-in.ts';
import type { TestApp } from '../../test/support/start-app.ts';
import { randomOf, type SamplePicture } from './sample-pictures.ts';

const PASSWORD = 'correct horse battery';
const DAYS = 30;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Facts about a filled service that the screenshots need. */
export interface Filled {
  /** Session tokens. */
  owner: string;
  admin: string;
  viewPath: string;
  albumPath: string;
  publicAlbumUrl: string;
}

/** Fills a service with sample data: pictures in albums, accounts, reports, failed jobs, and a month of statistics. */
export async function fill(app: TestApp, pictures: readonly SamplePicture[]): Promise<Filled> {
  const ownerKey = await makeAccount(app, 'ada@images.example', 'Ada Lovelace', 'free');
  const client = createClient({ baseUrl: app.url, apiKey: ownerKey });
  const uploaded = [];
  for (const { name, jpeg, album } of pictures) {
    const options = album === undefined ? {} : { album };
    uploaded.push(await client.upload(new File([new Uint8Array(jpeg)], name), options));
  }
  const { albums } = await client.request('listAlbums');
  const shared = albums.find(({ name }) => name === 'Norway');
  const description = 'Three days along the coast, in the order in which the light changed.';
  const { public_url } = await client.request('changeAlbum', {
    id: shared?.id ?? '',
    body: { public: true, description },
  });
  await makeAccount(app, 'studio@images.example', 'Studio', 'pro');
  await makeAccount(app, 'archive@images.example', 'Archive', 'enterprise');
  await makeAccount(app, 'newsdesk@images.example', null, 'free');
  await makeAccount(app, 'admin@images.example', 'Administration', 'enterprise', true);
  await addHistory(app);
  await addDeadJob(app);
  const ids = uploaded.map(({ id }) => id);
  await report(app, ids[3], 'copyright', 'This was taken from our catalogue of last year.');
  await report(app, ids[12], 'spam', null);
  const admin = await session(app, 'admin@images.example');
  const { origin } = new URL(uploaded[0]?.links.direct ?? '');
  const headers = { 'x-csrf-token': admin.csrf_token, origin, cookie: `imgd_session=${admin.session.token}` };
  await dataOf(
    request(app, 'POST', `/admin/images/${ids[6]}/quarantine`, {
      headers,
      body: { reason: 'Waits for a second look' },
    }),
  );
  const shown = uploaded.find(({ album }) => album === 'Norway');
  return {
    owner: (await session(app, 'ada@images.example')).session.token,
    admin: admin.session.token,
    viewPath: new URL(shown?.links.view_page ?? '').pathname,
    albumPath: `/albums/${shared?.id}`,
    publicAlbumUrl: public_url ?? '',
  };
}

/** @returns its API key */
async function makeAccount(app: TestApp, email: string, name: string | null, plan: PlanName, isAdmin = false) {
  await using storage = await storageOf(app);
  const { key } = await registerAccount(storage, {
    email,
    password: PASSWORD,
    name,
    plan,
    isAdmin,
    isVerified: true,
  });
  return key.secret;
}

function session(app: TestApp, email: string): Promise<SignedIn> {
  return dataOf<SignedIn>(login(app, email, PASSWORD));
}

async function report(app: TestApp, id: string | undefined, reason: string, comment: string | null): Promise<void> {
  await dataOf(request(app, 'POST', `/image/${id}/report`, { body: { reason, comment: comment ?? '' } }));
}

/** More on working days, and slightly more each week. */
async function addHistory(app: TestApp): Promise<void> {
  const random = randomOf(30);
  await using storage = await storageOf(app);
  for (let ago = DAYS - 1; ago > 0; ago--) {
    const at = Date.now() - ago * DAY_MS;
    const weekend = [0, 6].includes(new Date(at).getUTCDay());
    const uploads = Math.round((weekend ? 90 : 210) * (1 + (DAYS - ago) / 60) * (0.8 + random() * 0.4));
    const requests = uploads * (14 + Math.round(random() * 6));
    const values = {
      uploads,
      upload_bytes: uploads * 1_400_000,
      requests,
      refusals: Math.round(requests * (0.004 + random() * 0.01)),
    };
    const rows = Object.entries(values).map(([name, value]) => ({ day: dayOf(at), name, value }));
    await addStatistics(storage.db, rows);
  }
}

async function addDeadJob(app: TestApp): Promise<void> {
  const [kind, owner, atMs] = ['purge', 'screenshots', Date.now() + HOUR_MS];
  await using storage = await storageOf(app);
  await addJob(storage.db, { kind, payload: {}, runAtMs: atMs }, atMs);
  const [job] = await leaseJobs(storage.db, owner, atMs, HOUR_MS, 1, { only: [kind] });
  await buryJob(storage.db, job?.id ?? '', owner, 'The edge answered 503 ten times.', atMs);
}

async function storageOf(app: TestApp) {
  const storage = await storageBeside(app);
  return { ...storage, [Symbol.asyncDispose]: () => storage.close() };
}
