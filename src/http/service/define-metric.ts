import { Counter, Gauge, type Registry } from 'prom-client';

/** Bounds of the buckets of durations. */
export const SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Sets a figure of the metric that is being collected. */
export type SetFigure = (value: number, labels?: Record<string, string>) => void;
type Define = (
  name: string,
  help: string,
  labelNames: readonly string[],
  collect: (set: SetFigure) => void | Promise<void>,
  together?: Together,
) => void;

/** The figure of several processes: their sum, or that of the first one where all read the same. */
export type Together = 'sum' | 'first';

/** Defines metrics whose figures are read when they are scraped. What cannot be read is absent from that scrape. */
export interface DefineMetric {
  gauge: Define;
  counter: Define;
}

/** @param register gets the metrics. Without `together` the figures of several processes are added */
export function createDefine(register: Registry): DefineMetric {
  const readInto = async (read: (set: SetFigure) => void | Promise<void>, set: SetFigure, reset: () => void) => {
    reset();
    // While the database is away, a scrape shows everything else.
    await Promise.resolve()
      .then(() => read(set))
      .catch(reset);
  };
  return {
    gauge(name, help, labelNames, read, aggregator = 'sum') {
      const gauge = new Gauge({
        ...{ name, help, labelNames, aggregator, registers: [register] },
        collect: () =>
          readInto(
            read,
            (value, labels = {}) => gauge.set(labels, value),
            () => clear(gauge),
          ),
      });
      clear(gauge);
    },
    counter(name, help, labelNames, read, aggregator = 'sum') {
      const counter = new Counter({
        ...{ name, help, labelNames, aggregator, registers: [register] },
        collect: () =>
          readInto(
            read,
            (value, labels = {}) => counter.inc(labels, value),
            () => clear(counter),
          ),
      });
    },
  };
}

/** Unlike `reset` alone, without a zero where the metric has no labels. */
function clear(metric: Gauge | Counter): void {
  metric.reset();
  metric.remove({});
}
