import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Answers a request from what is held in memory, before any routing.
 * @returns false when the request is for something else, or not so simple: then nothing has been answered or counted
 */
export type HotAnswer = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Told of each request that was answered so. */
export type OnAnswered = (request: IncomingMessage, status: number, requestId?: string) => void;

/** Names and values in turn, as `writeHead` takes them. */
export function flatHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flat();
}
