import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Entries that are not work: idle time and program start. */
const IDLE = new Set(['(idle)', '(root)']);

/** The time of one function without its callees. */
export interface Cost {
  /** Such as `read src/catalog/sqlite-image-reader.ts:25`; in parentheses for internals of Node.js and V8. */
  place: string;
  ms: number;
}

interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  /** Microseconds of the same clock as `nowUs`. */
  startTime: number;
  timeDeltas: number[];
}

/** The clock of profiles, the same in all processes of the machine. */
export function nowUs(): number {
  return Number(process.hrtime.bigint() / 1_000n);
}

/** Summarises a part of a CPU profile: every function with its self time, the costliest first. */
export async function costsOf(path: string, [fromUs, toUs]: readonly [number, number]): Promise<Cost[]> {
  const { nodes, samples, startTime, timeDeltas } = JSON.parse(await readFile(path, 'utf8')) as CpuProfile;
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const costs = new Map<string, number>();
  let atUs = startTime;
  samples.forEach((id, i) => {
    atUs += timeDeltas[i] ?? 0;
    const frame = frames.get(id);
    if (atUs < fromUs || atUs > toUs || frame === undefined || IDLE.has(frame.functionName)) return;
    const place = placeOf(frame);
    costs.set(place, (costs.get(place) ?? 0) + (timeDeltas[i] ?? 0) / 1_000);
  });
  return [...costs].map(([place, ms]) => ({ place, ms })).sort((a, b) => b.ms - a.ms);
}

function placeOf({ functionName, url, lineNumber }: CpuProfile['nodes'][number]['callFrame']): string {
  const name = functionName === '' ? '(anonymous)' : functionName;
  if (url === '') return name;
  const file = url.startsWith('file:') ? relative(ROOT, fileURLToPath(url)) : url;
  return `${name} ${file}:${lineNumber + 1}`;
}
