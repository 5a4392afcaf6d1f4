import { SEND_RESET_JOB, sendReset, type WantedReset } from '../actions/accounts/reset-password.ts';
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

/** Sends a password reset that was asked for; without a mail server, what was asked for while there was one is dropped. */
export function sendResetJob(deps: ResetDeps | undefined): JobKind {
  return {
    kind: SEND_RESET_JOB,
    async run(payload) {
      if (deps !== undefined) await sendReset(deps, payload as WantedReset);
    },
  };
}
