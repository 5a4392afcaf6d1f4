import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type Answer, dataOf, errorBodyProblem, type FileToSend, request, upload } from './client.ts';
import type { Service } from './service.ts';

/** An upload and its expected result. */
export interface Probe extends FileToSend {
  label: string;
  expect: 'accept' | 'refuse' | 'any';
}

/** The results of all probes. */
export interface ProbeResults {
  sent: number;
  accepted: number;
  /** One line for each broken promise. */
  broken: string[];
  /** Milliseconds of each upload. */
  times: number[];
}

const AT_ONCE = 16;
/** Statuses that refuse the file, unlike a failure of the service. */
const REFUSALS = /^4\d\d$/;
const FOREIGN = ['<script', '<svg', '<html', '<?php', '%PDF', 'PK\x03\x04'];

/**
 * Uploads every probe, sixteen at a time, and reads back the accepted ones.
 * @param outputDir directory for all served bytes, which other programs then inspect
 */
export async function sendProbes(
  service: Service,
  probes: Iterable<Probe> | AsyncIterable<Probe>,
  outputDir: string,
): Promise<ProbeResults> {
  const found: ProbeResults = { sent: 0, accepted: 0, broken: [], times: [] };
  const queue = probes[Symbol.asyncIterator as keyof typeof probes]
    ? (probes as AsyncIterable<Probe>)[Symbol.asyncIterator]()
    : (probes as Iterable<Probe>)[Symbol.iterator]();
  const client = async () => {
    for (;;) {
      const { done, value } = await queue.next();
      if (done === true) return;
      found.sent++;
      try {
        found.broken.push(
          ...(await judge(service, value, outputDir, found)).map((problem) => `${value.label}: ${problem}`),
        );
      } catch (error) {
        found.broken.push(`${value.label}: ${error instanceof Error ? error.message : error}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  return found;
}

async function judge(service: Service, probe: Probe, outputDir: string, found: ProbeResults): Promise<string[]> {
  const answer = await upload(service.url, probe);
  found.times.push(answer.ms);
  if (answer.status !== 200) return judgeRefusal(answer, probe);
  found.accepted++;
  const broken = probe.expect === 'refuse' ? ['accepted'] : [];
  const { links } = dataOf(answer);
  for (const link of [links.direct, links.thumbnail]) {
    const path = new URL(link).pathname;
    const served = await request(service.url + path);
    if (served.status !== 200) broken.push(`${path}: status ${served.status}`);
    broken.push(...foreignContentIn(served.bytes).map((text) => `${path} contains ${text}`));
    const name = createHash('sha256').update(served.bytes).digest('hex').slice(0, 32);
    await writeFile(join(outputDir, name + extname(path)), served.bytes);
  }
  return broken;
}

function judgeRefusal(answer: Answer, { expect }: Probe): string[] {
  const text = answer.bytes.toString();
  const problem = errorBodyProblem(answer.status, text);
  if (problem !== undefined) return [problem];
  if (!REFUSALS.test(String(answer.status))) return [`status ${answer.status} ${text}`];
  const unsupported = text.includes('INVALID_FILE_TYPE');
  return expect === 'accept' && !unsupported ? [`refused: ${text}`] : [];
}

/** Signatures of other formats and of active content in served bytes. */
export function foreignContentIn(bytes: Buffer): string[] {
  const text = bytes.toString('latin1').toLowerCase();
  return FOREIGN.filter((mark) => text.includes(mark.toLowerCase()));
}
