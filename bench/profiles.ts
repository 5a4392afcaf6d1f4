import { mkdtemp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { KINDS, requestOf, uploadPicture } from './delivery.ts';
import { type Cost, costsOf, nowUs } from './support/cpu-profile.ts';
import { load } from './support/load.ts';
import { uploads } from './support/measure.ts';
import type { Options, Results } from './support/results.ts';
import { type BenchService, startService } from './support/service.ts';

const LINES = 10;
const UPLOADERS = 8;

/** The time of one request by function: Node's CPU profile of the service under load, as sections of a Markdown page. */
export async function benchProfiles(
  results: Results,
  directory: string,
  picturePath: string,
  { seconds }: Options,
): Promise<string[]> {
  const parts: string[] = [];
  const profile = (name: string, work: (service: BenchService) => Promise<number>, env: Record<string, string> = {}) =>
    results.measure(`profile, ${name}`, async () => {
      const { requests, costs } = await profiled(directory, work, env);
      const all = costs.reduce((sum, { ms }) => sum + ms, 0);
      const perRequest = (ms: number) => `${((ms * 1_000) / requests).toFixed(2)} µs`;
      parts.push(
        [
          `## ${name}`,
          '',
          `${perRequest(all)} a request on the main thread, of ${requests.toLocaleString('en-US')} requests.`,
          '',
          '| a request | share | where |',
          '|---|---|---|',
          ...costs
            .slice(0, LINES)
            .map(({ place, ms }) => `| ${perRequest(ms)} | ${((100 * ms) / all).toFixed(1)} % | \`${place}\` |`),
        ].join('\n'),
      );
      return undefined;
    });
  for (const kind of KINDS) {
    await profile(kind.name, async (service) => {
      const { url, headers } = await requestOf(service, kind, await uploadPicture(service, picturePath));
      return (await load(url, seconds, headers)).requests;
    });
  }
  const upload = async (service: BenchService) =>
    (await uploads(service, { clients: UPLOADERS, seconds }, [picturePath])).stored;
  await profile('POST an upload', upload);
  await profile('POST an upload, IMGD_THUMBNAILS=lazy', upload, { IMGD_THUMBNAILS: 'lazy' });
  return parts;
}

/** Profiles a service under load, after a warm-up. @param work returns the number of answered requests */
export async function profiled(
  directory: string,
  work: (service: BenchService) => Promise<number>,
  env: Record<string, string>,
): Promise<{ requests: number; costs: Cost[] }> {
  const profiles = await mkdtemp(join(directory, 'profile-'));
  let requests = 0;
  let pid = 0;
  const loaded: [number, number] = [0, 0];
  {
    await using service = await startService({ env, nodeFlags: ['--cpu-prof', `--cpu-prof-dir=${profiles}`] });
    pid = service.pid;
    await work(service);
    loaded[0] = nowUs();
    requests = await work(service);
    loaded[1] = nowUs();
  }
  // Decoder processes also write profiles.
  const file = (await readdir(profiles)).find((name) => name.split('.').includes(String(pid)));
  if (file === undefined) throw new Error('Node has written no profile');
  return { requests, costs: await costsOf(join(profiles, file), loaded) };
}
