import { api } from './api.ts';

interface Asked {
  answer: Promise<unknown>;
  atMs: number;
}

const FRESH_MS = 5_000;
const asked = new Map<string, Asked>();

/** Asks for what a page will ask for, while its code is on its way. */
export function askEarly(path: string): void {
  const answer = api.get(path);
  answer.catch(() => undefined);
  asked.set(path, { answer, atMs: performance.now() });
}

/** What was asked for early, once, unless it was refused or is old by now; otherwise asks now. @throws ApiError */
export function getEarly<T>(path: string): Promise<T> {
  const early = asked.get(path);
  asked.delete(path);
  if (early === undefined || performance.now() - early.atMs > FRESH_MS) return api.get<T>(path);
  return (early.answer as Promise<T>).catch(() => api.get<T>(path));
}
