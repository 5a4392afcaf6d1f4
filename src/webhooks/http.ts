import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, systemClock } from '../lib/clock.ts';
import { OutboundError, type OutboundResponse, outboundRequest } from '../lib/outbound-request.ts';
import { integer, list, oneOf } from '../lib/setting-parsers.ts';
import type { SendWebhook, WebhookAnswer } from './port.ts';

const USER_AGENT = 'imgd-webhooks/1';
const MAX_RETRY_AFTER_MS = 24 * 3_600_000;
/** Answers are not used. A short one is read, so that the receiver sees no cut connection. */
const MAX_BODY_BYTES = 16 * 1_024;
const MAX_BODY_MS = 500;

export interface WebhookSenderOptions {
  /** Also allows http, and receivers in the operator's own network. */
  allowPrivate: boolean;
  /** From the start of the request to the end of the header of the answer. */
  timeoutSeconds: number;
  clock?: Clock;
}

/**
 * Delivers by HTTP POST as in Standard Webhooks 1.0.0: 2xx is a success, everything else a failure, 3xx included. The
 * request goes only to addresses on the public Internet (`outboundRequest`).
 */
export function createWebhookSender({
  allowPrivate,
  timeoutSeconds,
  clock = systemClock,
}: WebhookSenderOptions): SendWebhook {
  const timeoutMs = timeoutSeconds * 1_000;
  return async ({ url, headers, body }) => {
    try {
      if (!allowPrivate && !url.startsWith('https:')) throw new OutboundError('invalid-url', 'https is required');
      using response = await outboundRequest({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json', accept: '*/*', 'user-agent': USER_AGENT, ...headers },
        body,
        allowPrivate,
        headerTimeoutMs: timeoutMs,
        timeoutMs: timeoutMs + MAX_BODY_MS,
        maxBytes: MAX_BODY_BYTES,
      });
      await Promise.race([discard(response), sleep(MAX_BODY_MS, undefined, { ref: false })]);
      return answerOf(response, clock.now());
    } catch (error) {
      return { isDelivered: false, status: null, error: reasonOf(error, timeoutSeconds), retryAfterMs: 0 };
    }
  };
}

async function discard({ body }: OutboundResponse): Promise<void> {
  try {
    for await (const _ of body);
  } catch {
    // The header has decided.
  }
}

function answerOf({ status, headers }: OutboundResponse, nowMs: number): WebhookAnswer {
  const isDelivered = status >= 200 && status < 300;
  const hint = status >= 300 && status < 400 ? ' Redirects are not followed.' : '';
  return {
    isDelivered,
    status,
    error: isDelivered ? null : `The receiver answered ${status}.${hint}`,
    retryAfterMs: isDelivered ? 0 : retryAfterMs(headers['retry-after'], nowMs),
  };
}

/** RFC 9110, section 10.2.3: seconds, or a date. */
function retryAfterMs(given: string | undefined, nowMs: number): number {
  if (given === undefined) return 0;
  const ms = /^\d+$/.test(given) ? Number(given) * 1_000 : Date.parse(given) - nowMs;
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS);
}

function reasonOf(error: unknown, timeoutSeconds: number): string {
  const reason = error instanceof OutboundError ? error.reason : 'failed';
  if (reason === 'invalid-url') return 'The address is not permitted.';
  if (reason === 'refused-address') return 'The address is not on the public Internet.';
  if (reason === 'unresolved') return 'The name of the host has no address.';
  if (reason === 'timeout') return `No answer within ${timeoutSeconds} s.`;
  const code = String((error as { cause?: { code?: unknown } }).cause?.code ?? '');
  if (code === 'ECONNREFUSED') return 'The connection was refused.';
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'The receiver closed the connection.';
  if (/CERT|SIGNATURE|TLS|SSL|ALTNAME/.test(code)) return 'The certificate of the receiver is not valid.';
  if (code.startsWith('HPE_')) return 'The answer is not valid HTTP.';
  return 'The connection failed.';
}

export const webhookSettings = {
  allowPrivate: {
    name: 'IMGD_WEBHOOKS_ALLOW_PRIVATE',
    default: '0',
    parse: (text: string) => oneOf('0', '1')(text) === '1',
    meaning:
      "Whether webhooks may use http and reach addresses that are not public, such as the server's own network (`1`), or not (`0`).",
  },
  perAccount: {
    name: 'IMGD_WEBHOOKS_PER_ACCOUNT',
    default: '10',
    parse: integer(0, 1_000),
    meaning: 'Webhooks of one account, and of the service. 0 = accounts cannot add webhooks.',
  },
  maxPending: {
    name: 'IMGD_WEBHOOKS_PENDING',
    default: '10000',
    parse: integer(100, 10_000_000),
    meaning: 'Pending deliveries of one webhook, from which on it gets no further events until half of them are made.',
  },
  keepDays: {
    name: 'IMGD_WEBHOOKS_KEEP_DAYS',
    default: '7',
    parse: integer(1, 365),
    meaning: 'Days for which finished deliveries are listed and can be repeated.',
  },
  scheduleSeconds: {
    name: 'IMGD_WEBHOOKS_RETRY_SECONDS',
    default: '0,5,300,1800,7200,18000,36000,50400,72000,86400',
    parse: retrySchedule,
    meaning:
      'Comma-separated seconds before each attempt of a delivery, the first one included; up to a fifth is added at random.',
  },
  timeoutSeconds: {
    name: 'IMGD_WEBHOOKS_TIMEOUT_SECONDS',
    default: '20',
    parse: integer(1, 20),
    meaning: 'Time-out of one attempt, in seconds.',
  },
};

function retrySchedule(text: string): readonly number[] {
  const seconds = list(text).map(integer(0, 604_800));
  if (seconds.length === 0 || seconds.length > 50)
    throw new Error('must be 1 to 50 comma-separated numbers of seconds');
  return seconds;
}
