import { api } from './api.ts';

const KEPT_MS = 5_000;
const asked = new Map<string, Promise<unknown>>();

/** Asks for what a page will ask for, while its code is on its way. A refusal is nobody's: the page asks again. */
export function askEarly(path: string): void {
  const forget = () => asked.delete(path);
  const answer = api.get(path);
  asked.set(path, answer);
  answer.then(() => setTimeout(forget, KEPT_MS), forget);
}

/** What was asked for early, once; otherwise asks now. @throws ApiError */
export function getEarly<T>(path: string): Promise<T> {
  const early = asked.get(path) as Promise<T> | undefined;
  asked.delete(path);
  return early?.catch(() => api.get<T>(path)) ?? api.get<T>(path);
}
