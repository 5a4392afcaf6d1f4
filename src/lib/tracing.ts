import { AsyncLocalStorage } from 'node:async_hooks';

/** Facts about a span. Undefined values are left out. */
export type SpanFacts = Readonly<Record<string, string | number | boolean | undefined>>;

/** One timed step of a trace. */
export interface Span {
  /** The span as a `traceparent` field (W3C Trace Context), for work that it causes later. */
  readonly traceparent: string;
  child(name: string, facts?: SpanFacts): Span;
  set(facts: SpanFacts): void;
  /** Marks the span as failed, with the code of the error. */
  fail(error: unknown): void;
  end(): void;
}

/** How a trace begins. */
export interface TraceStart {
  kind: 'server' | 'consumer';
  /** `traceparent` of a client, which the trace continues; ignored where it is not valid. */
  parent?: string | undefined;
  /** `traceparent` of each span that caused this work. */
  links?: readonly string[];
  facts?: SpanFacts;
}

/** Starts traces and sends them to a collector. Nothing here waits for the collector. */
export interface Tracing {
  start(name: string, options: TraceStart): Span;
  /** Sends what is left, for a bounded time. */
  close(): Promise<void>;
}

/** The span of the work in progress. Without tracing it is never set, and a look at it costs nothing measurable. */
const current = new AsyncLocalStorage<Span>();

/** Runs work as a part of a span, which the caller ends. */
export function withinSpan<T>(span: Span | undefined, work: () => T): T {
  return span === undefined ? work() : current.run(span, work);
}

/** `traceparent` of the work in progress; undefined outside a trace. */
export const currentTraceparent = (): string | undefined => current.getStore()?.traceparent;

/** Adds facts to the span of the work in progress. */
export function noteInTrace(facts: SpanFacts): void {
  current.getStore()?.set(facts);
}

/** Runs one step of the work in progress as a span of its own. Outside a trace it only runs it. */
export function traced<T>(name: string, facts: SpanFacts, work: () => Promise<T>): Promise<T> {
  const parent = current.getStore();
  return parent === undefined ? work() : endWith(parent.child(name, facts), work);
}

/**
 * Makes a function a step of the work in progress: each of its calls is a span of its own, as in `traced`.
 * @param factsOf the facts of the span, by the arguments of the call
 */
export function step<A extends unknown[], T>(
  name: string,
  work: (...args: A) => Promise<T>,
  factsOf: (...args: A) => SpanFacts = () => ({}),
): (...args: A) => Promise<T> {
  return (...args) => traced(name, factsOf(...args), () => work(...args));
}

/** Runs work that earlier spans caused, as a trace that links to them. Work without such a cause is not traced. */
export function tracedLater<T>(
  tracing: Pick<Tracing, 'start'> | undefined,
  name: string,
  causes: readonly unknown[],
  facts: SpanFacts,
  work: () => Promise<T>,
): Promise<T> {
  const links = causes.filter((cause) => typeof cause === 'string');
  if (tracing === undefined || links.length === 0) return work();
  return endWith(tracing.start(name, { kind: 'consumer', links, facts }), work);
}

async function endWith<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await current.run(span, work);
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    span.end();
  }
}
