import type { FastifyRequest } from 'fastify';
import type { WorkChallenges } from '../../actions/moderation/create-work-challenges.ts';
import { AppError } from '../../core/errors.ts';
import type { WorkPlace } from '../../limits/settings.ts';

export interface SolutionDeps {
  workChallenges: WorkChallenges;
  readonly baseUrl: string;
}

/** The header field that carries a solution: base64 of JSON, as ALTCHA defines it. */
export const SOLUTION_HEADER = 'Challenge-Solution';

/** Requests whose solution has been used: a body may be judged again after it has come. */
const admitted = new WeakSet<object>();

/**
 * Requires the solution of a challenge where the settings ask for it. One request uses it once.
 * @throws AppError CHALLENGE_REQUIRED, CHALLENGE_FAILED
 */
export async function requireSolution(
  { workChallenges, baseUrl }: SolutionDeps,
  place: WorkPlace,
  { raw, headers }: Pick<FastifyRequest, 'raw' | 'headers'>,
): Promise<void> {
  if (!workChallenges.isRequired(place) || admitted.has(raw)) return;
  const solution = headers[SOLUTION_HEADER.toLowerCase()];
  if (typeof solution === 'string' && solution !== '') await workChallenges.use(place, solution);
  else throw required(`${baseUrl}/api/v1/challenge?for=${place}`, place);
  admitted.add(raw);
}

function required(url: string, place: WorkPlace): AppError {
  const exempt = place === 'uploads' ? ' Uploads with an API key need none.' : '';
  return new AppError('CHALLENGE_REQUIRED', {
    detail: `Get one from ${url}, solve it and send the solution in the header field ${SOLUTION_HEADER}.${exempt}`,
    details: { challenge_url: url },
  });
}
