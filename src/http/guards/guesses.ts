import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../core/errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { callerAddress } from '../../limits/caller-address.ts';
import type { AttemptGuard, FixedWindow } from '../../limits/limits.ts';
import type { Subject, Windows } from '../../limits/windows.ts';
import { isForeign } from './same-site.ts';
import { readCookie, setCookie } from './session-cookie.ts';

const DEVICE_COOKIE = 'imgd_device';
const DEVICE_DAYS = 180;
const DAY_MS = 86_400_000;
const NONCE_BYTES = 12;

export interface GuessDeps {
  readonly baseUrl: string;
  clock: Clock;
  /** Attempts for a pair of address and e-mail. */
  attempts: AttemptGuard;
  windows: Windows;
  /** Pairs of address and e-mail that have signed in; a count above 0 is known. */
  knownAddresses: FixedWindow;
  /** Authenticates the cookies of known devices. */
  deviceSecret: Buffer;
}

interface Attempt {
  email: string;
  address: string;
  /** The browser as its cookie names it; undefined for one that has not signed in to the account. */
  device: string | undefined;
}

/**
 * Runs a sign-in so that passwords cannot be guessed: wrong ones are counted by the pair of address and e-mail, by the
 * address and its network, and by the e-mail alone. A browser that has signed in to the account before is counted by
 * itself, and an address that has is not counted by the e-mail alone, so that the guesses of others never lock the owner
 * out (the device cookies of OWASP). An attempt is counted before the password is compared, because many may run at
 * once, and taken back unless the password was wrong.
 * @param email normalized
 * @throws AppError TOO_MANY_ATTEMPTS, and the errors of `signIn`
 */
export async function limitGuesses<T extends { success: boolean }>(
  deps: GuessDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  email: string,
  signIn: () => Promise<T>,
): Promise<T> {
  const attempt = { email, address: callerAddress(request.ip), device: deviceOf(deps, request, email) };
  const giveBack = await countAttempt(deps, attempt);
  try {
    const answer = await signIn();
    if (answer.success) await rememberDevice(deps, request, reply, email);
    await giveBack();
    return answer;
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'INVALID_CREDENTIALS')) await giveBack();
    throw error;
  }
}

/** @returns takes the counted attempt back */
async function countAttempt(deps: GuessDeps, { email, address, device }: Attempt): Promise<() => Promise<void>> {
  const { attempts, windows } = deps;
  const undo: (() => Promise<void>)[] = [];
  const giveBack = async () => {
    for (const one of undo.splice(0)) await one();
  };
  const pair = device === undefined ? address : `device ${device}`;
  const count = async (event: Promise<unknown>, back: () => Promise<void>) => {
    await event;
    undo.push(back);
  };
  try {
    await count(attempts.count(pair, `login ${email}`), () => attempts.giveBack(pair, `login ${email}`));
    if (device === undefined) {
      await count(windows.failures.count({ address }), () => windows.failures.giveBack({ address }));
    }
    const guesser = await guesserOf(deps, { email, address, device });
    await count(windows.guesses.count(guesser), () => windows.guesses.giveBack(guesser));
  } catch (error) {
    await giveBack();
    throw error;
  }
  return giveBack;
}

/** Known devices and addresses have a count of their own for each e-mail; all others share one. */
async function guesserOf({ knownAddresses }: GuessDeps, { email, address, device }: Attempt): Promise<Subject> {
  if (device !== undefined) return { email: `${email} device ${device}` };
  const isKnown = (await knownAddresses.peek(pairOf(email, address))).used > 0;
  return { email: isKnown ? `${email} address ${address}` : email };
}

/** Remembers that the owner of an account uses this address and browser. Call it after a proof of that. */
export async function rememberDevice(
  deps: GuessDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  email: string,
): Promise<void> {
  await deps.knownAddresses.take(pairOf(email, callerAddress(request.ip)));
  if (isForeign(deps, request) || deviceOf(deps, request, email) !== undefined) return;
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  const expiresAt = deps.clock.now() + DEVICE_DAYS * DAY_MS;
  const value = `${nonce}.${expiresAt}.${macOf(deps, email, nonce, expiresAt)}`;
  setCookie(deps, reply, DEVICE_COOKIE, value, expiresAt);
}

function deviceOf(deps: GuessDeps, request: FastifyRequest, email: string): string | undefined {
  const [nonce = '', expiresAt = '', mac = ''] = (readCookie(deps, request, DEVICE_COOKIE) ?? '').split('.');
  const [given, wanted] = [Buffer.from(mac), Buffer.from(macOf(deps, email, nonce, Number(expiresAt)))];
  const isGenuine = given.length === wanted.length && timingSafeEqual(given, wanted);
  return isGenuine && Number(expiresAt) > deps.clock.now() ? nonce : undefined;
}

function macOf({ deviceSecret }: GuessDeps, email: string, nonce: string, expiresAt: number): string {
  const text = JSON.stringify([email, nonce, expiresAt]);
  return createHmac('sha256', deviceSecret).update(text).digest('base64url');
}

/** Hashed, so that neither is stored in Redis. */
function pairOf(email: string, address: string): string {
  return createHash('sha256').update(`${address} ${email}`).digest('hex');
}
