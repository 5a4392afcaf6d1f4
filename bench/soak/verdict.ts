/** What one look at the service found. */
export interface Sample {
  seconds: number;
  /** Bytes: resident memory of the service, the part of it that is not of files, heap of V8 (used and reserved), buffers. */
  rss: number;
  anonymous: number;
  heapUsed: number;
  heapTotal: number;
  external: number;
  /** Bytes of all decoder processes together. */
  decoders: number;
  descriptors: number;
  /** Age of the oldest background job that is due, in seconds. */
  backlogSeconds: number;
  deadJobs: number;
  decodersLost: number;
}

type Points = readonly (readonly [seconds: number, value: number])[];

/** The line through all points by least squares: its slope, and the standard error of it (0 below three points). */
function lineThrough(points: Points): { slope: number; error: number } {
  if (points.length < 2) return { slope: 0, error: 0 };
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x0, y0] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const variance = mean(points.map(([x]) => (x - x0) ** 2));
  const slope = mean(points.map(([x, y]) => (x - x0) * (y - y0))) / variance;
  const residual = mean(points.map(([x, y]) => (y - y0 - slope * (x - x0)) ** 2));
  const error = points.length < 3 ? 0 : Math.sqrt(residual / variance / (points.length - 2));
  return { slope, error };
}

/** The growth of a figure over the later part of a run, by the line through all of its samples. */
export function growthOf(points: Points): number {
  const xs = points.map(([x]) => x);
  return points.length < 2 ? 0 : lineThrough(points).slope * (Math.max(...xs) - Math.min(...xs));
}

/**
 * One line about what moved after the warm-up, for a reader who compares runs: a short run cannot tell slow growth from noise.
 * The rate has the standard error of the line through the samples.
 */
export function growthLine(samples: readonly Sample[], warmSeconds: number): string {
  const warm = samples.filter(({ seconds }) => seconds >= warmSeconds);
  const rate = (name: string, of: (sample: Sample) => number) => {
    const points = warm.map((sample) => [sample.seconds, of(sample) / 1e6] as const);
    const { slope, error } = lineThrough(points);
    return `${name} ${(slope * 3_600).toFixed(0)} ± ${(error * 3_600).toFixed(0)} MB an hour`;
  };
  const minutes = warm.length < 2 ? 0 : ((warm.at(-1)?.seconds ?? 0) - (warm[0]?.seconds ?? 0)) / 60;
  const rates = [rate('service', ({ rss }) => rss), rate('decoders', ({ decoders }) => decoders)];
  return `growth in the ${minutes.toFixed(0)} minutes after the warm-up: ${rates.join(', ')}`;
}

/** Growth that counts as none: allocators and caches move that much. */
const FLAT = { share: 0.1, bytes: 32e6, descriptors: 20 };
const MAX_BACKLOG_SECONDS = 60;

/**
 * Judges a run: memory and descriptors flat once it is warm, no error, no job left.
 * @param warmSeconds the samples before count for nothing
 * @param last the sample after the load, when the jobs have had time
 * @returns one sentence for each promise that is broken
 */
export function judge(samples: readonly Sample[], warmSeconds: number, last: Sample, errors: number): string[] {
  const warm = samples.filter(({ seconds }) => seconds >= warmSeconds);
  const growth = (of: (sample: Sample) => number) => growthOf(warm.map((sample) => [sample.seconds, of(sample)]));
  const level = Math.max(...warm.map(({ rss }) => rss), 0);
  const [memory, decoders] = [growth(({ rss }) => rss), growth((sample) => sample.decoders)];
  const descriptors = growth((sample) => sample.descriptors);
  const mb = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
  const decodersLevel = Math.max(...warm.map((sample) => sample.decoders), 0);
  return [
    warm.length < 3 && 'there are too few samples after the warm-up',
    memory > Math.max(FLAT.bytes, FLAT.share * level) && `the memory of the service grew by ${mb(memory)}`,
    decoders > Math.max(FLAT.bytes, FLAT.share * decodersLevel) && `the memory of decoders grew by ${mb(decoders)}`,
    descriptors > FLAT.descriptors && `the open descriptors grew by ${descriptors.toFixed(0)}`,
    errors > 0 && `${errors} requests failed`,
    last.backlogSeconds > MAX_BACKLOG_SECONDS && `a job waits since ${last.backlogSeconds.toFixed(0)} s`,
    last.deadJobs > 0 && `${last.deadJobs} jobs have failed for good`,
    last.decodersLost > 0 && `${last.decodersLost} decoders were lost`,
  ].filter((problem) => problem !== false);
}
