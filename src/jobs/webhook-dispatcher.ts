import type { Attempt } from '../actions/webhooks/deliver-webhook.ts';
import { causeOf } from '../catalog/operations/jobs.ts';
import type { Db } from '../catalog/schema.ts';
import {
  type DueDelivery,
  type LeasedDelivery,
  leaseDeliveries,
  listDueDeliveries,
} from '../catalog/webhooks/deliveries.ts';
import type { Clock } from '../lib/clock.ts';
import { type Tracing, tracedLater } from '../lib/tracing.ts';

/** Attempts at once of this node. */
const SLOTS = 64;
/** Of them for receivers whose last attempt failed or was slow, all together: the others keep the rest. */
const SLOTS_OF_SLOW = 32;
const SLOTS_OF_WEBHOOK = 8;
/** One that fails gets one attempt at once, so that it does not meet a crowd when it comes back. */
const SLOTS_OF_SLOW_WEBHOOK = 1;
const SLOW_MS = 2_000;
const POLL_MS = 500;
const PAGE = 256;
/** For the record of the outcome, after the time-out of the attempt. */
const LEASE_MARGIN_MS = 10_000;
/** Remembered receivers. */
const MAX_KNOWN = 1_000;

export interface DispatcherDeps {
  db: Db;
  clock: Clock;
  /** Identifies this process among those that share the catalog. */
  owner: string;
  /** Time-out of an attempt. */
  timeoutSeconds: number;
  tracing?: Pick<Tracing, 'start'> | undefined;
  /** Makes an attempt and records its outcome. */
  deliver(leased: LeasedDelivery, owner: string): Promise<Attempt>;
  onError(error: unknown): void;
}

/**
 * Makes the due deliveries of webhooks. Any number of nodes may do so at once: each attempt is leased. The slots of a node
 * are shared such that a slow or failing receiver holds up its own deliveries only.
 */
export interface WebhookDispatcher {
  start(): void;
  /** Stops taking deliveries, and waits for the attempts that are running. */
  stop(): Promise<void>;
}

export function createWebhookDispatcher(deps: DispatcherDeps): WebhookDispatcher {
  const { db, clock, owner, timeoutSeconds, deliver, onError } = deps;
  const leaseMs = timeoutSeconds * 1_000 + LEASE_MARGIN_MS;
  const slots = createSlots();
  const attempts = new Set<Promise<void>>();
  const pause = createPause();
  let stopped = false;
  let polling: Promise<void> | undefined;

  function trace<T>({ delivery, webhook }: LeasedDelivery, work: () => Promise<T>): Promise<T> {
    const cause = deps.tracing && causeOf(JSON.parse(delivery.data));
    const facts = { 'imgd.event': delivery.type, 'imgd.webhook_id': webhook.id, 'imgd.attempt': delivery.attempts };
    return tracedLater(deps.tracing, 'deliver webhook', [cause], facts, work);
  }

  async function attempt(leased: LeasedDelivery): Promise<void> {
    const { id } = leased.webhook;
    try {
      const { outcome, durationMs } = await trace(leased, () => deliver(leased, owner));
      slots.learn(id, outcome !== 'delivered' || durationMs > SLOW_MS);
    } catch (error) {
      // The lease ends, and a node tries again.
      onError(error);
    } finally {
      slots.release(id);
    }
  }

  async function lease(chosen: readonly DueDelivery[], now: number): Promise<LeasedDelivery[]> {
    let leased: LeasedDelivery[] = [];
    try {
      const ids = chosen.map(({ id }) => id);
      leased = await leaseDeliveries(db, ids, owner, now, leaseMs);
      return leased;
    } finally {
      const taken = new Set(leased.map(({ delivery }) => delivery.id));
      for (const { id, webhook_id: webhookId } of chosen) if (!taken.has(id)) slots.release(webhookId);
    }
  }

  /** Starts attempts of due deliveries until there are none, or no free slots for them. */
  async function takeDue(): Promise<void> {
    const passed = new Set<string>();
    while (!stopped && slots.hasFree()) {
      for (const id of slots.saturated()) passed.add(id);
      const now = clock.now();
      const due = await listDueDeliveries(db, [...passed], now, PAGE);
      const chosen = slots.choose(due);
      for (const one of await lease(chosen, now)) {
        const promise: Promise<void> = attempt(one).finally(() => {
          attempts.delete(promise);
          pause.end();
        });
        attempts.add(promise);
      }
      if (due.length < PAGE) return;
      // Another page, without the webhooks that filled this one.
      for (const { webhook_id: id } of due) passed.add(id);
    }
  }

  async function poll(): Promise<void> {
    while (!stopped) {
      await takeDue().catch(onError);
      // A slot that becomes free is used at once.
      await pause.wait(POLL_MS);
    }
  }

  return {
    start() {
      polling ??= poll();
    },
    async stop() {
      stopped = true;
      pause.end();
      await polling;
      await Promise.all(attempts);
    },
  };
}

/** A pause that can be ended, also in advance. */
function createPause() {
  let isOver = false;
  let finish = () => {};
  return {
    end() {
      isOver = true;
      finish();
    },
    async wait(ms: number): Promise<void> {
      if (!isOver) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          finish = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      isOver = false;
    },
  };
}

/** The slots of this node, and what it has learnt about receivers. */
function createSlots() {
  const running = new Map<string, number>();
  const slow = new Set<string>();
  let inUse = 0;
  let slowInUse = 0;

  const countOf = (webhookId: string) => running.get(webhookId) ?? 0;

  function isSaturated(webhookId: string): boolean {
    if (!slow.has(webhookId)) return countOf(webhookId) >= SLOTS_OF_WEBHOOK;
    return countOf(webhookId) >= SLOTS_OF_SLOW_WEBHOOK || slowInUse >= SLOTS_OF_SLOW;
  }

  function take(webhookId: string): void {
    running.set(webhookId, countOf(webhookId) + 1);
    inUse++;
    if (slow.has(webhookId)) slowInUse++;
  }

  function forget(webhookId: string): void {
    if (slow.delete(webhookId)) slowInUse -= countOf(webhookId);
  }

  return {
    hasFree: () => inUse < SLOTS,
    saturated: (): string[] => [...new Set([...running.keys(), ...slow])].filter(isSaturated),
    /** Chooses deliveries in turn, one of each webhook after the other, and takes their slots. */
    choose(due: readonly DueDelivery[]): DueDelivery[] {
      const chosen: DueDelivery[] = [];
      for (let queues = [...Map.groupBy(due, ({ webhook_id: id }) => id).values()]; queues.length > 0; ) {
        queues = queues.filter((queue) => {
          const next = queue[0];
          if (next === undefined || inUse >= SLOTS || isSaturated(next.webhook_id)) return false;
          queue.shift();
          take(next.webhook_id);
          chosen.push(next);
          return true;
        });
      }
      return chosen;
    },
    release(webhookId: string): void {
      const left = countOf(webhookId) - 1;
      if (left <= 0) running.delete(webhookId);
      else running.set(webhookId, left);
      inUse--;
      if (slow.has(webhookId)) slowInUse--;
    },
    /** Remembers how the last attempt went. Insertion order is age: of too many, the oldest are forgotten. */
    learn(webhookId: string, isSlow: boolean): void {
      forget(webhookId);
      if (!isSlow) return;
      slow.add(webhookId);
      slowInUse += countOf(webhookId);
      const [oldest] = slow;
      if (slow.size > MAX_KNOWN && oldest !== undefined) forget(oldest);
    },
  };
}
