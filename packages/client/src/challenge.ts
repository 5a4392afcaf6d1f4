import type { Challenge } from './contract.ts';
import { ApiError } from './errors.ts';

/** The solution of the last challenge. The service says when it is used up. */
export interface Proof {
  header?: string | undefined;
}

const ATTEMPTS = 3;

/** Runs an attempt, and again with the solution of a challenge where the service asks for one. */
export async function withProof<T>(
  proof: Proof,
  attempt: (header: string | undefined) => Promise<T>,
  fetchChallenge: (query: string) => Promise<Challenge>,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (let number = 1; ; number++) {
    const { header } = proof;
    try {
      return await attempt(header);
    } catch (error) {
      if (!(error instanceof ApiError) || number > ATTEMPTS) throw error;
      const url = error.details.challenge_url;
      if (error.code === 'CHALLENGE_FAILED') proof.header = undefined;
      else if (error.code === 'CHALLENGE_REQUIRED' && typeof url === 'string') {
        proof.header = await solve(await fetchChallenge(new URL(url).search), signal);
      } else throw error;
    }
  }
}

async function solve({ challenge }: Challenge, signal: AbortSignal | undefined): Promise<string> {
  const { nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters;
  const password = new Uint8Array([...bytesOf(nonce), 0, 0, 0, 0]);
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt: bytesOf(salt), iterations: cost };
  for (let counter = 0; ; counter++) {
    signal?.throwIfAborted();
    new DataView(password.buffer).setUint32(password.length - 4, counter);
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
    const bits = new Uint8Array(await crypto.subtle.deriveBits(how, key, keyLength * 8));
    const derivedKey = Array.from(bits, (byte) => byte.toString(16).padStart(2, '0')).join('');
    if (derivedKey.startsWith(keyPrefix)) return btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }));
  }
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
