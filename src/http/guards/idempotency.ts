import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  finishIdempotencyRecord,
  leaseIdempotencyRecord,
  releaseIdempotencyRecord,
  renewIdempotencyRecord,
} from '../../catalog/operations/idempotency.ts';
import type { Db } from '../../catalog/schema.ts';
import { quotaKey } from '../../core/caller.ts';
import { AppError } from '../../core/errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { type ErrorBody, errorBody, setErrorHeaders, toAppError } from '../protocol/errors.ts';

const LEASE_MS = 60_000;
const RENEW_MS = 20_000;
const KEEP_MS = 24 * 3_600_000;
const RETRY_AFTER_SECONDS = 1;
const MAX_KEY_LENGTH = 255;
/** Statuses of failures that do not depend on the request itself: a retry is a new attempt. */
const NOT_RECORDED = new Set([401, 408, 413, 429]);

/** The idempotency record of a request. Without an Idempotency-Key both methods do nothing. */
export interface IdempotencyRecord<T> {
  /**
   * @param content what identifies the request besides method and path
   * @returns the response to an earlier request with the same key, or undefined
   * @throws AppError IDEMPOTENCY_KEY_REUSED when the earlier request had other content
   */
  replay(content: unknown): Promise<T | ErrorBody | undefined>;
  /** Saves the response for retries. @param db the transaction that commits the effect, where there is one */
  save(db: Db, answer: T): Promise<void>;
}

/**
 * Runs a handler so that retries with the same Idempotency-Key have its effect once
 * (draft-ietf-httpapi-idempotency-key-header). Records live for a day. They are encrypted with a key derived from the
 * client's key, which is not stored, because responses may contain secrets that the catalog must not know.
 * @throws AppError INVALID_IDEMPOTENCY_KEY, IDEMPOTENCY_IN_PROGRESS, and the errors of the handler
 */
export async function idempotently<T extends object>(
  deps: { db: Db; clock: Clock },
  request: FastifyRequest,
  reply: FastifyReply,
  handler: (record: IdempotencyRecord<T>) => Promise<T | ErrorBody>,
): Promise<T | ErrorBody> {
  const key = parseKey(request.headers['idempotency-key']);
  if (key === undefined) return handler({ replay: async () => undefined, save: async () => {} });
  const { db, clock } = deps;
  const scope = digest([quotaKey(request.caller), request.method, request.url.split('?')[0], key]);
  const lease = await leaseIdempotencyRecord(db, scope, clock.now(), LEASE_MS, KEEP_MS);
  if (lease.state === 'running') {
    throw new AppError('IDEMPOTENCY_IN_PROGRESS', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  let fingerprint: string | undefined;
  const record: IdempotencyRecord<T> = {
    async replay(content) {
      // The key is part of the digest: a password in the content could otherwise be guessed from the stored digest.
      fingerprint = digest([key, content]);
      if (lease.state === 'leased') return undefined;
      if (lease.fingerprint !== fingerprint) throw new AppError('IDEMPOTENCY_KEY_REUSED');
      reply.code(lease.status).header('idempotent-replayed', 'true');
      return JSON.parse(decrypt(lease.body, key, scope)) as T | ErrorBody;
    },
    save: (tx, answer) => save(tx, 200, answer),
  };
  async function save(tx: Db, status: number, answer: object): Promise<void> {
    if (fingerprint === undefined) return;
    await finishIdempotencyRecord(tx, scope, {
      fingerprint,
      status,
      body: encrypt(JSON.stringify(answer), key as string, scope),
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
  deps: { db: Db; clock: Clock },
  request: FastifyRequest,
  reply: FastifyReply,
  handler: () => Promise<T>,
): Promise<T | ErrorBody> {
  return idempotently<T>(deps, request, reply, async (record) => {
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

function encrypt(text: string, key: string, scope: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', secretOf(key, scope), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}

function decrypt(stored: string, key: string, scope: string): string {
  const bytes = Buffer.from(stored, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', secretOf(key, scope), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

function secretOf(key: string, scope: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, scope, 'imgd idempotency', 32));
}
