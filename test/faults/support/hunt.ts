import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type Answer, dataOf, type FileToSend, faultOfErrorBody, request, upload } from './client.ts';
import type { Service } from './service.ts';

/** An upload to be judged. */
export interface Probe extends FileToSend {
  label: string;
  expect: 'accept' | 'refuse' | 'any';
}

/** What came of all probes. */
export interface Hunt {
  sent: number;
  accepted: number;
  /** Broken promises in words. */
  broken: string[];
  /** Milliseconds of each upload. */
  times: number[];
}

const AT_ONCE = 16;
/** Answers that say the file is refused, and not that the service cannot. */
const REFUSALS = /^4\d\d$/;
const FOREIGN = ['<script', '<svg', '<html', '<?php', '%PDF', 'PK\x03\x04'];

/**
 * Uploads every probe, sixteen at a time, and reads back what was accepted.
 * @param keepIn directory into which everything served is written, for other programs to look at
 */
export async function hunt(
  service: Service,
  probes: Iterable<Probe> | AsyncIterable<Probe>,
  keepIn: string,
): Promise<Hunt> {
  const found: Hunt = { sent: 0, accepted: 0, broken: [], times: [] };
  const queue = probes[Symbol.asyncIterator as keyof typeof probes]
    ? (probes as AsyncIterable<Probe>)[Symbol.asyncIterator]()
    : (probes as Iterable<Probe>)[Symbol.iterator]();
  const client = async () => {
    for (;;) {
      const { done, value } = await queue.next();
      if (done === true) return;
      found.sent++;
      try {
        found.broken.push(...(await judge(service, value, keepIn, found)).map((what) => `${value.label}: ${what}`));
      } catch (error) {
        found.broken.push(`${value.label}: ${error instanceof Error ? error.message : error}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  return found;
}

async function judge(service: Service, probe: Probe, keepIn: string, found: Hunt): Promise<string[]> {
  const answer = await upload(service.url, probe);
  found.times.push(answer.ms);
  if (answer.status !== 200) return judgeRefusal(answer, probe);
  found.accepted++;
  const broken = probe.expect === 'refuse' ? ['accepted'] : [];
  const { links } = dataOf(answer);
  for (const link of [links.direct, links.thumbnail]) {
    const path = new URL(link).pathname;
    const served = await request(service.url + path);
    if (served.status !== 200) broken.push(`${path} answers ${served.status}`);
    broken.push(...foreignIn(served.bytes).map((text) => `${path} holds ${text}`));
    const name = createHash('sha256').update(served.bytes).digest('hex').slice(0, 32);
    await writeFile(join(keepIn, name + extname(path)), served.bytes);
  }
  return broken;
}

function judgeRefusal(answer: Answer, { expect }: Probe): string[] {
  const text = answer.bytes.toString();
  const fault = faultOfErrorBody(answer.status, text);
  if (fault !== undefined) return [fault];
  if (!REFUSALS.test(String(answer.status))) return [`answered ${answer.status} ${text}`];
  const unsupported = text.includes('INVALID_FILE_TYPE');
  return expect === 'accept' && !unsupported ? [`refused: ${text}`] : [];
}

/** Beginnings of other formats and of active content in bytes that are served. */
export function foreignIn(bytes: Buffer): string[] {
  const text = bytes.toString('latin1').toLowerCase();
  return FOREIGN.filter((mark) => text.includes(mark.toLowerCase()));
}
