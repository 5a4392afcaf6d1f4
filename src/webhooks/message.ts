import { FORMATS, type FormatName } from '../core/formats.ts';
import { linksOf } from '../core/links.ts';
import type { DeliveryType } from '../core/states.ts';
import { timestamp } from '../core/time.ts';

/** Standard Webhooks 1.0.0 recommends less than 20 kB. */
const MAX_MESSAGE_BYTES = 20_000;

/** An event, as the catalog keeps it. */
export interface RecordedEvent {
  type: DeliveryType;
  /** JSON object. */
  data: string;
  /** When it happened, in Unix milliseconds. */
  created_at: number;
}

/**
 * The body of a message (Standard Webhooks 1.0.0): type, timestamp and data. Links are added here, since they follow the
 * configured host. Data that would make it too long are reduced to the id.
 */
export function messageBody({ type, data: json, created_at: at }: RecordedEvent, imageHost: string): string {
  const { traceparent: _cause, ...facts } = JSON.parse(json) as {
    id: string;
    format?: FormatName;
    /** The span that caused the event, for traces of this service only. */
    traceparent?: string;
  };
  const { id, format } = facts;
  const isImage = type.startsWith('image.') && format !== undefined;
  const data = isImage
    ? { ...facts, mime_type: FORMATS[format].mimeType, links: linksOf(imageHost, id, format) }
    : facts;
  const write = (content: object) => JSON.stringify({ type, timestamp: timestamp(at), data: content });
  const body = write(data);
  return Buffer.byteLength(body) <= MAX_MESSAGE_BYTES ? body : write({ id, truncated: true });
}

const JITTER = 0.2;

/**
 * The delay before the next attempt.
 * @param attempts made so far, at least 1
 * @param scheduleSeconds the delay before each attempt, the first one included
 * @param random from 0 to 1
 * @returns milliseconds; undefined = there is no further attempt
 */
export function retryDelayMs(
  attempts: number,
  scheduleSeconds: readonly number[],
  random = Math.random(),
): number | undefined {
  const seconds = scheduleSeconds[attempts];
  return seconds === undefined ? undefined : Math.round(seconds * 1_000 * (1 + JITTER * random));
}
