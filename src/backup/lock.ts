import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Clock } from '../lib/clock.ts';
import { putText, type WritableTarget } from './target.ts';

const LOCKS = 'locks/';
const RENEWED_EVERY_MS = 30_000;
/** A lock without a renewal for so long belongs to a run that was killed. */
const VALID_MS = 300_000;

interface Holder {
  host: string;
  pid: number;
  renewedAt: number;
}

/**
 * Locks a target in an object store, which has no locks of its own. Each run writes an object and then looks for others: of
 * two runs that start at once, at least one sees the other.
 * @returns ends the lock @throws Error while another run holds it
 */
export async function lockStore(target: WritableTarget, clock: Clock): Promise<() => Promise<void>> {
  const { store, name } = target;
  const key = `${LOCKS}${randomUUID()}`;
  const write = () =>
    putText(
      target,
      key,
      JSON.stringify({ host: hostname(), pid: process.pid, renewedAt: clock.now() } satisfies Holder),
    );
  await write();
  const timer = setInterval(() => void write().catch(() => {}), RENEWED_EVERY_MS);
  const unlock = async () => {
    clearInterval(timer);
    await store.delete(key);
  };
  for await (const { key: other } of store.list(LOCKS)) {
    if (!other.startsWith(LOCKS)) break;
    if (other === key) continue;
    const holder = await readHolder(target, other);
    if (holder === undefined || !isAlive(holder, clock.now())) {
      await store.delete(other);
      continue;
    }
    await unlock();
    const until = new Date(holder.renewedAt + VALID_MS).toISOString();
    throw new Error(
      `Another backup into ${name} runs on ${holder.host} (process ${holder.pid}). If that process was killed, its lock ends at ${until}.`,
    );
  }
  return unlock;
}

async function readHolder({ store }: WritableTarget, key: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(String(await store.read(key))) as Holder;
  } catch {
    return undefined;
  }
}

function isAlive({ host, pid, renewedAt }: Holder, nowMs: number): boolean {
  if (nowMs - renewedAt > VALID_MS) return false;
  return host !== hostname() || existsSync(`/proc/${pid}`);
}
