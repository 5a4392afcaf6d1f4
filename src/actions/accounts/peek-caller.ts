import type { SnapshotReader } from '../../catalog/images/image-reader.ts';
import type { Caller } from '../../core/caller.ts';
import { hashToken, tokenKind } from '../../core/ids.ts';
import type { Plans } from '../../core/plans.ts';
import type { Clock } from '../../lib/clock.ts';
import { isTouchDue } from './identify-caller.ts';

const BEARER_KEY = /^Bearer (imgd_\S+)$/;

/**
 * Who makes the request, where that can be said without waiting and there is nothing to write down or to refuse.
 * @param addressOf the caller's network address as limits count it, asked only of who comes without a credential
 * @returns undefined where it takes more than that
 */
export function peekCaller(
  { snapshot, clock, plans }: { snapshot: SnapshotReader; clock: Clock; plans: Plans },
  authorization: string | undefined,
  addressOf: () => string | undefined,
): Caller | undefined {
  if (authorization === undefined) {
    const address = addressOf();
    return address === undefined ? undefined : { kind: 'anonymous', plan: plans.anonymous, address };
  }
  const token = BEARER_KEY.exec(authorization)?.[1];
  if (token === undefined || tokenKind(token) !== 'api-key') return undefined;
  const now = clock.now();
  const key = snapshot.peekKey(hashToken(token), now);
  if (key === undefined || key.isSuspended || isTouchDue(key.lastUsedAt, now)) return undefined;
  const { keyId, accountId, plan, grants } = key;
  return { kind: 'account', plan: plans[plan], accountId, keyId, grants };
}
