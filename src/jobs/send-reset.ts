import { SEND_RESET_JOB, sendReset, type WantedReset } from '../actions/reset-password.ts';
import type { Db } from '../catalog/schema.ts';
import type { Clock } from '../lib/clock.ts';
import type { SendMail } from '../mail/port.ts';
import type { JobKind } from './runner.ts';

/** What is needed to send reset links; the address is read when one is sent. */
export interface ResetDeps {
  db: Db;
  clock: Clock;
  sendMail: SendMail;
  readonly baseUrl: string;
}

/** Sends a password reset that was asked for. */
export function sendResetJob(deps: ResetDeps): JobKind {
  return { kind: SEND_RESET_JOB, run: (payload) => sendReset(deps, payload as WantedReset) };
}
