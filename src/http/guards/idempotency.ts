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
import type { App } from '../routing/app-type.ts';
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

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Runs the handler of an idempotent route so that retries with the same Idempotency-Key have its effect once
     * (draft-ietf-httpapi-idempotency-key-header): `route()` and the doors call it.
     * @throws AppError INVALID_IDEMPOTENCY_KEY, IDEMPOTENCY_IN_PROGRESS, IDEMPOTENCY_KEY_REUSED, and the errors of the handler
     */
    idempotently<T extends object>(
      request: FastifyRequest,
      reply: FastifyReply,
      handler: () => Promise<T>,
    ): Promise<T | ErrorBody>;
  }
  interface FastifyRequest {
    /** Set while the handler of an idempotent route runs. Those of forms use it: their content is known when it is received. */
    idempotency: IdempotencyRecord;
  }
}

/** The idempotency record of a request. Without an Idempotency-Key its methods do nothing. */
export interface IdempotencyRecord {
  /**
   * @param content what identifies the request besides method and path
   * @returns the response to an earlier request with the same key, or undefined
   * @throws AppError IDEMPOTENCY_KEY_REUSED when the earlier request had other content
   */
  replay<T extends object>(content: unknown): T | ErrorBody | undefined;
  /**
   * Whether another caller may know or guess the key: it has fewer than 128 bits by its form, or contains one of the given
   * hashes of files.
   */
  isGuessable(hashes: readonly string[]): boolean;
  /** Saves the response for retries. @param db the transaction that commits the effect, where there is one */
  save(db: Db, answer: object): Promise<void>;
}

const NO_RECORD: IdempotencyRecord = { replay: () => undefined, isGuessable: () => false, save: async () => {} };

/**
 * Makes retries of the requests to idempotent routes safe. Records live for a day. They are encrypted with a key derived from
 * the client's key and credential, which are not stored, because responses may contain secrets that the catalog must not know.
 */
export function registerIdempotency(app: App, deps: IdempotencyDeps): void {
  app.decorateRequest('idempotency');
  app.decorate('idempotently', async (request, reply, handler) => {
    const opened = await openRecord(deps, request, reply);
    request.idempotency = opened?.record ?? NO_RECORD;
    if (opened === undefined) return handler();
    const answer = () => answerOnce(deps, request, handler);
    return opened.isFinished ? answer() : keepOpen(deps, request, reply, opened, answer);
  });
}

/** The record of a request while it runs. */
interface OpenRecord {
  record: IdempotencyRecord;
  scope: string;
  /** Whether an earlier request has its answer in the record. */
  isFinished: boolean;
  /** Saves the answer that a refusal gets. @returns false where the content of the request is not known yet */
  saveRefusal(status: number, answer: object): Promise<boolean>;
}

/**
 * @returns undefined without an Idempotency-Key
 * @throws AppError INVALID_IDEMPOTENCY_KEY, IDEMPOTENCY_IN_PROGRESS, TICKET_USED_UP
 */
async function openRecord(
  { db, clock, idempotencySecret }: IdempotencyDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<OpenRecord | undefined> {
  const key = parseKey(request.headers['idempotency-key']);
  if (key === undefined) return undefined;
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
  const sealingKey = sealingKeyOf(idempotencySecret, 'imgd idempotency', [key, tokenOf(request), scope]);
  let fingerprint: string | undefined;
  const save = async (tx: Db, status: number, answer: object) => {
    if (fingerprint === undefined) return false;
    const body = sealText(JSON.stringify(answer), sealingKey);
    await finishIdempotencyRecord(tx, scope, { fingerprint, status, body });
    return true;
  };
  const record: IdempotencyRecord = {
    replay(content) {
      // Keyed: a password in the content could otherwise be guessed from the stored digest.
      fingerprint = createHmac('sha256', sealingKey).update(JSON.stringify(content)).digest('hex');
      if (lease.state === 'leased') return undefined;
      if (lease.fingerprint !== fingerprint) throw new AppError('IDEMPOTENCY_KEY_REUSED');
      reply.code(lease.status).header('idempotent-replayed', 'true');
      return JSON.parse(openText(lease.body, sealingKey));
    },
    isGuessable: (hashes) => isGuessable(key, hashes),
    async save(tx, answer) {
      await save(tx, 200, answer);
    },
  };
  return {
    record,
    scope,
    isFinished: lease.state === 'finished',
    saveRefusal: (status, answer) => save(db, status, answer),
  };
}

/** Asks the record before the handler and saves its answer. The handler of a form does both itself. */
async function answerOnce<T extends object>(
  { db }: IdempotencyDeps,
  { idempotency: record, body, routeOptions: { config } }: FastifyRequest,
  handler: () => Promise<T>,
): Promise<T | ErrorBody> {
  if (config.form !== undefined) return handler();
  const replayed = record.replay<T>(body ?? null);
  if (replayed !== undefined) return replayed;
  const answer = await handler();
  await record.save(db, answer);
  return answer;
}

/** Renews the lease of a record while the request is answered. A refusal that depends on the request is its answer too. */
async function keepOpen<T extends object>(
  { db, clock }: IdempotencyDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { scope, saveRefusal }: OpenRecord,
  answer: () => Promise<T>,
): Promise<T | ErrorBody> {
  const renewal = setInterval(() => {
    renewIdempotencyRecord(db, scope, clock.now() + LEASE_MS).catch((error) =>
      request.log.warn(error, 'idempotency lease not renewed'),
    );
  }, RENEW_MS);
  try {
    return await answer();
  } catch (thrown) {
    const error = toAppError(thrown);
    const body = errorBody(error, request.id);
    const isRecorded = error.status < 500 && !NOT_RECORDED.has(error.status) && (await saveRefusal(error.status, body));
    if (!isRecorded) {
      await releaseIdempotencyRecord(db, scope);
      throw thrown;
    }
    setErrorHeaders(reply, error);
    return body;
  } finally {
    clearInterval(renewal);
  }
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
