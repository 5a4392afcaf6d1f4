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

/** What the work of an upload is, by the place of the function; the first match counts. */
const GROUPS: readonly [string, RegExp][] = [
  ['garbage collection', /^\(garbage collector\)/],
  ['V8 itself', /^\(program\)/],
  ['hashing', /crypto|^update |^digest /],
  ['multipart: parsing', /busboy|multipart|^indexOfBuffer/],
  ['messages to decoder processes', /src\/imaging|^writeUtf8String/],
  ['validation and JSON', /ajv|typebox|fast-uri|secure-json/],
  ['logging and metrics', /pino|sonic-boom|prom-client|statistics\.ts|request-record/],
  ['building and compiling queries (Kysely)', /kysely/],
  ['SQLite', /src\/catalog\/engine|node:sqlite|worker/],
  ['queries of the catalog', /src\/catalog/],
  [
    'files: names, hand-overs to threads, calls',
    /node:fs|internal\/fs|src\/blobs|temp-files|^(open|close|fsync|rename|link|unlink|read|write|stat|statfs|mkdir)$/,
  ],
  ['upload: the steps', /src\/actions/],
  ['HTTP: routing and hooks', /fastify|find-my-way|avvio|light-my-request|src\/http/],
  [
    'HTTP: sockets and streams',
    /node:_http|node:net|streams|stream_base|node:buffer|^(writev|writeBuffers|writeLatin1String|setDetachKey)/,
  ],
];
const REST = 'timers, events, promises and the rest';

/** The time of each kind of work of an upload, the costliest first. */
export function groupsOf(costs: readonly Cost[]): [string, number][] {
  const groups = new Map<string, number>();
  for (const { place, ms } of costs) {
    const [name] = GROUPS.find(([, pattern]) => pattern.test(place)) ?? [REST];
    groups.set(name, (groups.get(name) ?? 0) + ms);
  }
  return [...groups].sort(([, a], [, b]) => b - a);
}

function placeOf({ functionName, url, lineNumber }: CpuProfile['nodes'][number]['callFrame']): string {
  const name = functionName === '' ? '(anonymous)' : functionName;
  if (url === '') return name;
  const file = url.startsWith('file:') ? relative(ROOT, fileURLToPath(url)) : url;
  return `${name} ${file}:${lineNumber + 1}`;
}
