import type { Challenge, SiteInfo } from '../../../src/api/service.ts';
import { ApiError, networkError } from '../api/api-error.ts';
import { request } from '../api/request.ts';
import { loadSite } from '../site-info.ts';
import { createStore } from '../store.ts';

type Place = SiteInfo['challenge'][number];

/** The solution of a challenge, and how much of it is left. */
interface Solution {
  headers: Readonly<Record<string, string>>;
  usesLeft: number;
  /** Unix milliseconds. */
  endsAt: number;
}

/** Whether the browser solves a challenge now. */
export const isSolving = createStore(false);

const NONE: Solution['headers'] = {};
/** A request that begins with a solution reaches the server before its end. */
const MARGIN_MS = 30_000;
const MAX_WORKERS = 4;

/** What the server asks a solution for: as it has said, or as its refusals show. */
const needed = new Set<Place>();
const solutions = new Map<Place, Solution>();
const running = new Map<Place, Promise<Solution>>();

/** Begins to solve while the user fills a form in or chooses files, where the server asks for it. */
export async function prepareSolution(place: Place): Promise<void> {
  const { challenge } = await loadSite();
  if (challenge.includes(place)) needed.add(place);
  if (needed.has(place) && readySolution(place) === undefined) await solve(place);
}

/**
 * The header fields of the next request; undefined while the browser solves.
 * @param onReady called when the solution is there
 * @param onFailed called with an ApiError when there will be none
 */
export function takeSolution(
  place: Place,
  onReady: () => void,
  onFailed: (error: unknown) => void,
): Solution['headers'] | undefined {
  if (!needed.has(place)) return NONE;
  const ready = readySolution(place);
  if (ready === undefined) {
    solve(place).then(onReady, onFailed);
    return undefined;
  }
  ready.usesLeft -= 1;
  return ready.headers;
}

/**
 * Whether an error asks for a new solution. Call it with each refusal: the server may have begun to ask.
 * @param used header fields of the refused request
 */
export function wantsSolution(place: Place, error: unknown, used: Solution['headers']): boolean {
  if (!(error instanceof ApiError) || !/^CHALLENGE_(REQUIRED|FAILED)$/.test(error.code)) return false;
  needed.add(place);
  if (solutions.get(place)?.headers === used) solutions.delete(place);
  return true;
}

/** Sends a request with a solution where the server asks for one, and once more after a refusal. */
export async function withSolution<T>(place: Place, send: (headers: Solution['headers']) => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    if (needed.has(place) && readySolution(place) === undefined) await solve(place);
    const headers = takeSolution(place, ignore, ignore) ?? NONE;
    try {
      return await send(headers);
    } catch (error) {
      if (!wantsSolution(place, error, headers) || attempt > 0) throw error;
    }
  }
}

const ignore = () => undefined;

function readySolution(place: Place): Solution | undefined {
  const ready = solutions.get(place);
  return ready !== undefined && ready.usesLeft > 0 && Date.now() < ready.endsAt - MARGIN_MS ? ready : undefined;
}

/** @throws ApiError */
function solve(place: Place): Promise<Solution> {
  const begun = running.get(place);
  if (begun !== undefined) return begun;
  isSolving.set(true);
  const solving = findSolution(place)
    .then((solution) => {
      solutions.set(place, solution);
      return solution;
    })
    .finally(() => {
      running.delete(place);
      isSolving.set(running.size > 0);
    });
  running.set(place, solving);
  return solving;
}

async function findSolution(place: Place): Promise<Solution> {
  // Browsers compute in workers of secure pages only.
  if (!isSecureContext) throw new ApiError(0, { code: 'CHALLENGE_INSECURE', message: 'A challenge needs https.' });
  const [{ challenge, uses, expires_at: end }, { solveChallengeWorkers }] = await Promise.all([
    request<Challenge>('GET', '/challenge', { query: { for: place } }),
    import('altcha-lib').catch(() => {
      throw networkError();
    }),
  ]);
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.max(1, Math.min(MAX_WORKERS, Math.floor(navigator.hardwareConcurrency / 2))),
    createWorker: () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
    timeout: 0,
  });
  const text = btoa(JSON.stringify({ challenge, solution }));
  return { headers: { 'challenge-solution': text }, usesLeft: uses, endsAt: Date.parse(end) };
}
