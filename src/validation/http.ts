import { openAsBlob } from 'node:fs';
import { AppError } from '../core/errors.ts';
import { anyText, integer, oneOf } from '../lib/setting-parsers.ts';
import { type Candidate, DECISIONS, type Validator, type Verdict } from './port.ts';

const MAX_RESPONSE_BYTES = 16 * 1_024;
const MAX_REASON_LENGTH = 1_000;
const RETRY_AFTER_SECONDS = 60;

export interface HttpValidatorOptions {
  url: string;
  /** From the first byte of the request to the last byte of the response. */
  timeoutMs: number;
  /** Bearer token. */
  token: string | undefined;
  /** The decision without a valid response. */
  onFailure: Verdict['decision'];
  /** Is called with the reason of each failure. */
  onError(error: unknown): void;
}

/**
 * A validator behind HTTP: a POST of multipart/form-data with the part `metadata` (JSON) and the part `file` (the image)
 * is answered 200 with JSON `{"decision": "accept" | "refuse" | "quarantine", "reason"?: text}`. The image is streamed
 * from the disk. Redirects are not followed: only the configured host receives images.
 */
export function createHttpValidator(options: HttpValidatorOptions): Validator {
  const { url, timeoutMs, token, onFailure, onError } = options;
  return {
    async judge(candidate) {
      try {
        return await requestVerdict(candidate);
      } catch (cause) {
        onError(cause);
        if (onFailure !== 'refuse') return { decision: onFailure, reason: 'The validator gave no answer.' };
        const detail = 'The picture could not be checked.';
        throw new AppError('SERVICE_UNAVAILABLE', { detail, retryAfterSeconds: RETRY_AFTER_SECONDS, cause });
      }
    },
  };

  async function requestVerdict(candidate: Candidate): Promise<Verdict> {
    const response = await fetch(url, {
      method: 'POST',
      body: await formOf(candidate),
      headers: { accept: 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new Error(`the validator answered ${response.status}`);
    }
    return verdictOf(await textOf(response));
  }
}

async function formOf(candidate: Candidate): Promise<FormData> {
  const { path, sha256, sizeBytes: size, format, width, height, filename, accountId: account_id } = candidate;
  const metadata = { sha256, size, format, width, height, filename, account_id };
  const form = new FormData();
  form.append('metadata', new Blob([JSON.stringify(metadata)], { type: 'application/json' }), 'metadata.json');
  form.append('file', await openAsBlob(path), filename);
  return form;
}

/** @throws Error when it is too long */
async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // An error in the loop closes the connection.
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > MAX_RESPONSE_BYTES) throw new Error('the response of the validator is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function verdictOf(text: string): Verdict {
  const { decision: given, reason } = (JSON.parse(text) ?? {}) as { decision?: unknown; reason?: unknown };
  const decision = DECISIONS.find((known) => known === given);
  if (decision === undefined) throw new Error('the response of the validator has no decision');
  return { decision, reason: typeof reason === 'string' ? reason.slice(0, MAX_REASON_LENGTH) : null };
}

export const validationSettings = {
  url: {
    name: 'IMGD_VALIDATOR_URL',
    default: undefined,
    parse: requestUrl,
    meaning: 'Address of the service that judges each image before publication; without one all images are published.',
  },
  token: {
    name: 'IMGD_VALIDATOR_TOKEN',
    default: undefined,
    parse: anyText,
    meaning: 'Bearer token for `IMGD_VALIDATOR_URL`.',
    secret: true,
  },
  timeoutMs: {
    name: 'IMGD_VALIDATOR_TIMEOUT_MS',
    default: '5000',
    parse: integer(1, 600_000),
    meaning: 'Time-out of its response, in milliseconds.',
  },
  onFailure: {
    name: 'IMGD_VALIDATOR_ON_FAILURE',
    default: 'quarantine',
    parse: oneOf('accept', 'refuse', 'quarantine'),
    meaning:
      'Decision when the validator does not respond in time or validly: `accept`, `refuse` (503, retry later) or `quarantine`.',
  },
};

function requestUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username + url.password !== '') {
    throw new Error('must be an absolute http or https URL without user name or password');
  }
  return url.href;
}
