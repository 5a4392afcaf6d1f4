import { InvalidArgumentError } from 'commander';
import { GRANTS, type Grant } from '../core/caller.ts';
import { isPlanName, PLAN_NAMES, type PlanName } from '../core/plans.ts';
import { list } from '../lib/env.ts';

/** Makes a parser of settings one of arguments and options: what it refuses is a usage error that names the option. */
export function parsed<T>(parse: (text: string) => T): (text: string) => T {
  return (text) => {
    try {
      return parse(text);
    } catch (error) {
      throw new InvalidArgumentError(error instanceof Error ? `It ${error.message}.` : String(error));
    }
  };
}

/** Plans that an account can have. */
export const ACCOUNT_PLANS = PLAN_NAMES.filter((name) => name !== 'anonymous');

export const planOfAccount = parsed((text): PlanName => {
  if (!isPlanName(text) || text === 'anonymous') throw new Error(`must be one of ${ACCOUNT_PLANS.join(', ')}`);
  return text;
});

/** As the API checks it: something on both sides of one @, at most 254 characters. */
export const emailAddress = parsed((text) => {
  if (!/^[^\s@]+@[^\s@]+$/.test(text) || text.length > 254) throw new Error('must be an email address');
  return text;
});

export const grants = parsed((text) => {
  const words = list(text);
  const wanted = GRANTS.filter((grant) => words.includes(grant));
  if (wanted.length === 0 || wanted.length !== new Set(words).size) {
    throw new Error(`must be a list of ${GRANTS.join(', ')}`);
  }
  return wanted as Grant[];
});
