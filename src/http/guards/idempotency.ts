import { createHash, createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  finishIdempotencyRecord,
  leaseIdempotencyRecord,
  releaseIdempotencyRecord,
  renewIdempotencyRecord,
} from '../../catalog/operations/idempotency.ts';
import type { Db } from '../../catalog/schema.ts';
import { bearerToken, quotaKey } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { openText, sealingKeyOf, sealText } from '../../lib/sealed-text.ts';
import { type ErrorBody, errorBody, setErrorHeaders, toAppError } from '../protocol/errors.ts';
import { requireUsesLeft } from '../routing/access.ts';
import { credentialOf } from './credential.ts';

const LEASE_MS = 60_000;
const RENEW_MS = 20_000;
const KEEP_MS = 24 * 3_600_000;
const RETRY_AFTER_SECONDS = 1;
const MAX_KEY_LENGTH = 255;
/** Statuses of failures that do not depend on the request itself: a retry is a new attempt. */
const NOT_RECORDED = new Set([401, 408, 413, 429]);

export interface IdempotencyDeps {
  db: Db;
  clock: Clock;
  /** Secret of the service, without which a record cannot be opened. */
  idempotencySecret: Buffer;
}

/** The idempotency record of a request. Without an Idempotency-Key both methods do nothing. */
export interface IdempotencyRecord<T> {
  /**
   * @param content what identifies the request besides method and path
   * @returns the response to an earlier request with the same key, or undefined
   * @throws AppError IDEMPOTENCY_KEY_REUSED when the earlier request had other content
   */
  replay(content: unknown): Promise<T | ErrorBody | undefined>;
  /**
   * Whether another caller may know or guess the key: it has fewer than 128 bits by its form, or contains one of the given
   * hashes of files.
   */
  isGuessable(hashes: readonly string[]): boolean;
  /** Saves the response for retries. @param db the transaction that commits the effect, where there is one */
  save(db: Db, answer: T): Promise<void>;
}

/**
 * Runs a handler so that retries with the same Idempotency-Key have its effect once
 * (draft-ietf-httpapi-idempotency-key-header). Records live for a day. They are encrypted with a key derived from the
 * client's key and credential, which are not stored, because responses may contain secrets that the catalog must not know.
 * @throws AppError INVALID_IDEMPOTENCY_KEY, IDEMPOTENCY_IN_PROGRESS, and the errors of the handler
 */
export async function idempotently<T extends object>(
  deps: IdempotencyDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  handler: (record: IdempotencyRecord<T>) => Promise<T | ErrorBody>,
): Promise<T | ErrorBody> {
  if (request.routeOptions.config.isIdempotent !== true) throw new Error(`${request.url} is not declared idempotent`);
  const key = parseKey(request.headers['idempotency-key']);
  if (key === undefined)
    return handler({ replay: async () => undefined, isGuessable: () => false, save: async () => {} });
  const { db, clock } = deps;
  const ticket = request.caller.kind === 'account' ? request.caller.ticket : undefined;
  // The holders of two tickets of an account know nothing of each other's keys.
  const owner = [quotaKey(request.caller), ...(ticket === undefined ? [] : [ticket.id])];
  const scope = digest([...owner, request.method, request.url.split('?')[0], key]);
  const lease = await leaseIdempotencyRecord(db, scope, clock.now(), LEASE_MS, KEEP_MS);
  if (lease.state === 'running') {
    throw new AppError('IDEMPOTENCY_IN_PROGRESS', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  if (lease.state === 'leased' && ticket !== undefined && ticket.used >= ticket.uploads) {
    await releaseIdempotencyRecord(db, scope);
    requireUsesLeft(ticket);
  }
  const sealingKey = sealingKeyOf(deps.idempotencySecret, 'imgd idempotency', [key, tokenOf(request), scope]);
  let fingerprint: string | undefined;
  const record: IdempotencyRecord<T> = {
    async replay(content) {
      // Keyed: a password in the content could otherwise be guessed from the stored digest.
      fingerprint = createHmac('sha256', sealingKey).update(JSON.stringify(content)).digest('hex');
      if (lease.state === 'leased') return undefined;
      if (lease.fingerprint !== fingerprint) throw new AppError('IDEMPOTENCY_KEY_REUSED');
      reply.code(lease.status).header('idempotent-replayed', 'true');
      return JSON.parse(openText(lease.body, sealingKey)) as T | ErrorBody;
    },
    isGuessable: (hashes) => isGuessable(key, hashes),
    save: (tx, answer) => save(tx, 200, answer),
  };
  async function save(tx: Db, status: number, answer: object): Promise<void> {
    if (fingerprint === undefined) return;
    await finishIdempotencyRecord(tx, scope, {
      fingerprint,
      status,
      body: sealText(JSON.stringify(answer), sealingKey),
    });
  }
  if (lease.state === 'finished') return handler(record);

  const renewal = setInterval(() => {
    renewIdempotencyRecord(db, scope, clock.now() + LEASE_MS).catch((error) =>
      request.log.warn(error, 'idempotency lease not renewed'),
    );
  }, RENEW_MS);
  try {
    return await handler(record);
  } catch (thrown) {
    const error = toAppError(thrown);
    if (fingerprint === undefined || error.status >= 500 || NOT_RECORDED.has(error.status)) {
      await releaseIdempotencyRecord(db, scope);
      throw thrown;
    }
    const body = errorBody(error, request.id);
    await save(db, error.status, body);
    setErrorHeaders(reply, error);
    return body;
  } finally {
    clearInterval(renewal);
  }
}

/** Runs a handler idempotently whose request content is its JSON body. */
export async function idempotentJson<T extends object>(
  deps: IdempotencyDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  handler: () => Promise<T>,
): Promise<T | ErrorBody> {
  return idempotently(deps, request, reply, async (record) => {
    const replayed = await record.replay(request.body ?? null);
    if (replayed !== undefined) return replayed;
    const answer = await handler();
    await record.save(deps.db, answer);
    return answer;
  });
}

/** Parses a structured-field string (RFC 9651), or a bare value, which many clients send. */
function parseKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const text = String(header).trim();
  const key = /^"((?:[^"\\]|\\["\\])*)"$/.exec(text)?.[1]?.replace(/\\(.)/g, '$1') ?? text;
  if (key === '' || key.length > MAX_KEY_LENGTH || /[^\x20-\x7e]/.test(key)) {
    throw new AppError('INVALID_IDEMPOTENCY_KEY', { detail: `1 to ${MAX_KEY_LENGTH} printable ASCII characters.` });
  }
  return key;
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

/** The token of the caller's key or session: the catalog has only its hash, so that it cannot open the caller's records. */
function tokenOf({ headers, csrfSource }: FastifyRequest): string {
  const credential = credentialOf(headers);
  return (credential && bearerToken(credential)) ?? csrfSource ?? '';
}

const SECRET_BITS = 128;
const MIN_DISTINCT = 8;
/** Classes of characters, from the smallest, with the bits of a random character. Dashes of a UUID have none. */
const ALPHABETS = [
  [/^[\da-f-]*$/i, 4],
  [/^[\da-z-]*$/, 5.1],
  [/^[\x20-\x7e]*$/, 5.9],
] as const;

function isGuessable(key: string, hashes: readonly string[]): boolean {
  const lower = key.toLowerCase();
  if (hashes.some((hash) => lower.includes(hash)) || new Set(key).size < MIN_DISTINCT) return true;
  const [, bits] = ALPHABETS.find(([alphabet]) => alphabet.test(key)) ?? ALPHABETS[0];
  return key.replaceAll('-', '').length * bits < SECRET_BITS;
}
