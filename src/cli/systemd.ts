import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { printNote } from './print.ts';

const run = promisify(execFile);
/** The first descriptor that systemd passes (sd_listen_fds(3)). */
const FIRST_FD = 3;
const READY_CHECK_MS = 250;

/**
 * The listening socket that systemd passes to a service that it starts (socket activation).
 * @returns undefined without one
 * @throws Error when there are several
 */
export function inheritedSocket({ LISTEN_PID, LISTEN_FDS } = process.env): number | undefined {
  if (Number(LISTEN_PID) !== process.pid || !(Number(LISTEN_FDS) > 0)) return undefined;
  if (Number(LISTEN_FDS) > 1) throw new Error(`systemd passes ${LISTEN_FDS} sockets (imgd.socket); imgd takes one.`);
  return FIRST_FD;
}

/**
 * Tells systemd about a service of `Type=notify` (sd_notify(3)), when systemd has started it. Node.js cannot send
 * datagrams to Unix sockets, so systemd's own program does it, which the unit must allow (`NotifyAccess=all`).
 */
export async function notify(...assignments: string[]): Promise<void> {
  if (process.env.NOTIFY_SOCKET === undefined) return;
  await run('systemd-notify', assignments).catch((error: Error) =>
    printNote(`systemd is not told ${assignments[0]}: ${error.message.trim()}`),
  );
}

/** Tells systemd that the settings are read again, and then that they have been. */
export async function notifyOfReload(reload: () => void): Promise<void> {
  await notify('RELOADING=1', `MONOTONIC_USEC=${process.hrtime.bigint() / 1_000n}`);
  reload();
  await notify('READY=1');
}

/** Tells systemd that the service is ready, as soon as `/readyz` answers 200. */
export async function notifyWhenReady(app: { inject(path: string): Promise<{ statusCode: number }> }): Promise<void> {
  if (process.env.NOTIFY_SOCKET === undefined) return;
  while ((await app.inject('/readyz')).statusCode !== 200) await sleep(READY_CHECK_MS, undefined, { ref: false });
  await notify('READY=1');
}
