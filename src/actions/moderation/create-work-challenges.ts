import { type ChallengeParameters, createChallenge, type Payload, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { countSolution } from '../../catalog/accounts/challenges.ts';
import type { Db } from '../../catalog/schema.ts';
import { AppError } from '../../core/errors.ts';
import { hashToken } from '../../core/ids.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Guarded, WorkPlace } from '../../limits/settings.ts';

/** A challenge as ALTCHA defines it: parameters of the search, and the signature of the service. */
interface WorkChallenge {
  parameters: ChallengeParameters & { expiresAt: number; data: { for: WorkPlace } };
  signature: string;
}

/** Proof of work: callers without an account pay with computing time (decision 61). */
export interface WorkChallenges {
  /** Changes with a reload of the settings. */
  isRequired(place: WorkPlace): boolean;
  /** A new challenge. Nothing is stored: the signature proves its origin. */
  issue(place: WorkPlace): Promise<IssuedChallenge>;
  /**
   * Uses a solution once.
   * @param solution as the header field has it
   * @throws AppError CHALLENGE_FAILED, whose `details.reason` is malformed, foreign, expired, wrong or used
   */
  use(place: WorkPlace, solution: string): Promise<void>;
}

export interface IssuedChallenge {
  challenge: WorkChallenge;
  /** Requests that its solution admits. */
  uses: number;
  /** Unix milliseconds. */
  expiresAt: number;
}

interface WorkDeps {
  db: Db;
  clock: Clock;
  /** Signs challenges; the same on all nodes. */
  secret: Buffer;
  /** Read at each call, so that a reload changes them. */
  settings: { readonly challenge: Guarded; readonly challengeCost: { readonly iterations: number } };
}

const ALGORITHM = 'PBKDF2/SHA-256';
/** Hexadecimal digits that the key of a solution begins with: one try of 4,096 succeeds. */
const KEY_PREFIX = '000';
/** A solution is used within this time. */
const LIFE_MS = 10 * 60_000;
const MAX_SOLUTION_LENGTH = 2_048;
/** Requests that one solution admits. Fifty images one by one would otherwise cost a phone minutes. */
const USES: Readonly<Record<WorkPlace, number>> = { registration: 1, uploads: 10 };

export function createWorkChallenges({ db, clock, secret, settings }: WorkDeps): WorkChallenges {
  const hmacSignatureSecret = secret.toString('hex');
  return {
    isRequired: (place) => settings.challenge[place],
    async issue(place) {
      const expiresAt = Math.floor((clock.now() + LIFE_MS) / 1_000);
      const challenge = await createChallenge({
        algorithm: ALGORITHM,
        cost: settings.challengeCost.iterations,
        keyPrefix: KEY_PREFIX,
        data: { for: place },
        expiresAt,
        deriveKey,
        hmacSignatureSecret,
      });
      return { challenge: challenge as WorkChallenge, uses: USES[place], expiresAt: expiresAt * 1_000 };
    },
    async use(place, text) {
      const { challenge, solution } = parseSolution(text);
      const { expiresAt = 0, data } = challenge.parameters;
      if (expiresAt * 1_000 <= clock.now()) throw failed('expired');
      const result = await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret });
      if (result.expired) throw failed('expired');
      if (result.invalidSignature === true || data?.for !== place) throw failed('foreign');
      if (!result.verified) throw failed('wrong');
      const id = hashToken(challenge.signature);
      if (!(await countSolution(db, id, USES[place], expiresAt * 1_000))) throw failed('used');
    },
  };
}

function failed(reason: 'malformed' | 'foreign' | 'expired' | 'wrong' | 'used'): AppError {
  return new AppError('CHALLENGE_FAILED', { detail: `The solution is ${reason}. Get a new one.`, details: { reason } });
}

interface SentSolution {
  challenge: { parameters: ChallengeParameters; signature: string };
  solution: Payload['solution'];
}

/** @returns unverified input @throws AppError CHALLENGE_FAILED */
function parseSolution(text: string): SentSolution {
  if (text.length > MAX_SOLUTION_LENGTH) throw failed('malformed');
  let payload: { challenge?: { parameters?: unknown; signature?: unknown }; solution?: unknown } | null;
  try {
    payload = JSON.parse(Buffer.from(text, 'base64').toString());
  } catch {
    throw failed('malformed');
  }
  const { challenge, solution } = payload ?? {};
  const { parameters, signature } = challenge ?? {};
  if (!isObject(parameters) || typeof signature !== 'string' || !isObject(solution)) throw failed('malformed');
  return { challenge: { parameters, signature }, solution } as SentSolution;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
