import { writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KINDS, requestOf, uploadPicture } from './delivery.ts';
import { compare } from './support/compare.ts';
import { cpuMsOf } from './support/cpu-time.ts';
import { load } from './support/load.ts';
import { type Program, startProgram } from './support/program.ts';
import type { Options, Results } from './support/results.ts';
import type { BenchService } from './support/service.ts';

const BARE_HTTP = fileURLToPath(new URL('support/bare-http.ts', import.meta.url));
const COMPARED = ['GET a thumbnail', 'GET an original'];
/** Of the reference. */
const LEAST_RATE = 0.9;
const TWO = 'bare Node.js, two fields';

/**
 * Delivery beside a bare Node.js server that holds the same bytes: rates, and the processor time of one request. The
 * same server with all header fields of imgd shows what the fields alone cost.
 */
export async function benchBareDelivery(
  results: Results,
  service: BenchService,
  directory: string,
  pictures: { photo: string; wide: string },
  { rounds, seconds }: Options,
): Promise<void> {
  const paths = await uploadPicture(service, pictures.photo);
  const { thumbnail } = await uploadPicture(service, pictures.wide);
  const kinds = KINDS.filter(({ name }) => COMPARED.includes(name));
  const urls: { url: string; file: string; size: string }[] = [];
  for (const kind of kinds) {
    const { url, bytes } = await requestOf(service, kind, { ...paths, thumbnail });
    const file = join(directory, `bare-${kind.file}`);
    await writeFile(file, bytes);
    await writeFile(`${file}.json`, JSON.stringify(await fieldsOf(url)));
    urls.push({ url, file, size: `${(bytes.length / 1_000).toFixed(1)} KB` });
  }
  await using bare = await startProgram(
    BARE_HTTP,
    urls.map(({ file }) => file),
  );
  const rate = async (url: string) => (await load(url, seconds)).perSecond;
  const cost = async ({ pid }: Pick<Program, 'pid'>, url: string) => {
    const before = cpuMsOf(pid);
    const { requests } = await load(url, seconds);
    return (1_000 * (cpuMsOf(pid) - before)) / requests;
  };
  for (const [index, { name }] of kinds.entries()) {
    const { url = '', size = '' } = urls[index] ?? {};
    const named = (what: string, reference: string, unit: string) => ({
      ...{ name: `${name} (${size})${what}`, reference, unit, rounds },
    });
    const time = (what: string, reference: string) => named(what, reference, 'µs of processor time');
    const [two, all] = [`${bare.url}/${index}`, `${bare.url}/${index}/fields`];
    const warmUp = { warmUp: true };
    await results.measure(`${name}, rate`, () => {
      const facts = { ...named(', rate', TWO, 'requests/s'), goal: { ratioAtLeast: LEAST_RATE } };
      return compare(
        facts,
        () => rate(url),
        () => rate(two),
        warmUp,
      );
    });
    await results.measure(`${name}, processor time`, () =>
      compare(
        { ...time(', processor time', TWO), goal: { ratioAtMost: Number((1 / LEAST_RATE).toFixed(2)) } },
        () => cost(service, url),
        () => cost(bare, two),
        warmUp,
      ),
    );
    await results.measure(`${name}, the fields alone`, () =>
      compare(
        time(`: bare Node.js with the header fields of imgd`, TWO),
        () => cost(bare, all),
        () => cost(bare, two),
        warmUp,
      ),
    );
  }
}

/** The header fields of an answer, without those that Node.js adds. */
function fieldsOf(url: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    request(url, (response) => {
      response.resume();
      const added = new Set(['date', 'connection', 'keep-alive']);
      const names = response.rawHeaders.filter((_, i) => i % 2 === 0);
      resolve(
        names.flatMap((name, i) => (added.has(name.toLowerCase()) ? [] : [name, response.rawHeaders[2 * i + 1] ?? ''])),
      );
    })
      .on('error', reject)
      .end();
  });
}
