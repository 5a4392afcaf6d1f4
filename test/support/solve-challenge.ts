import { pbkdf2Sync } from 'node:crypto';
import type { Challenge } from '../../src/api/service.ts';
import { call } from './requests.ts';
import { dataOf } from './sign-in.ts';

/** Settings that need a challenge, which this machine solves in milliseconds. */
export const CHEAP = { IMGD_CHALLENGE: 'all', IMGD_CHALLENGE_COST: '1' };

type Place = 'registration' | 'uploads';

export const getChallenge = (target: { url: string }, place: Place) =>
  dataOf<Challenge>(call(target, 'GET', `/challenge?for=${place}`));

/** The header field of a solution, as docs/api.md describes it, without the library of the service. */
export function solve({ challenge }: Pick<Challenge, 'challenge'>): Record<'challenge-solution', string> {
  const { nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters;
  const password = Buffer.concat([Buffer.from(nonce, 'hex'), Buffer.alloc(4)]);
  for (let counter = 0; ; counter++) {
    password.writeUInt32BE(counter, password.length - 4);
    const derivedKey = pbkdf2Sync(password, Buffer.from(salt, 'hex'), cost, keyLength, 'sha256').toString('hex');
    if (derivedKey.startsWith(keyPrefix)) return encode({ challenge, solution: { counter, derivedKey } });
  }
}

export function encode(payload: unknown): Record<'challenge-solution', string> {
  return { 'challenge-solution': Buffer.from(JSON.stringify(payload)).toString('base64') };
}

export const solved = async (target: { url: string }, place: Place) => solve(await getChallenge(target, place));
