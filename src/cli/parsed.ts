import { InvalidArgumentError } from 'commander';
import { isPlanName, PLAN_NAMES, type PlanName } from '../core/plans.ts';
import { GRANTS, type Grant } from '../core/scopes.ts';
import { list } from '../lib/setting-parsers.ts';

/** Turns a parser of settings into one of arguments and options: its errors become usage errors that name the option. */
export function parsed<T>(parse: (text: string) => T): (text: string) => T {
  return (text) => {
    try {
      return parse(text);
    } catch (error) {
      throw new InvalidArgumentError(error instanceof Error ? `It ${error.message}.` : String(error));
    }
  };
}

/** The plans of accounts. */
export const ACCOUNT_PLANS = PLAN_NAMES.filter((name) => name !== 'anonymous');

export const planOfAccount = parsed((text): PlanName => {
  if (!isPlanName(text) || text === 'anonymous') throw new Error(`must be one of ${ACCOUNT_PLANS.join(', ')}`);
  return text;
});

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const MAX_DURATION_DAYS = 3_650;

/** A duration such as `30m`, `24h` or `7d`, in milliseconds. */
export const duration = parsed((text) => {
  const [, count, unit] = /^([1-9]\d{0,5})([mhd])$/.exec(text) ?? [];
  const ms = Number(count) * UNIT_MS[(unit ?? 'd') as keyof typeof UNIT_MS];
  if (!(ms <= MAX_DURATION_DAYS * UNIT_MS.d)) throw new Error('must be a duration such as 30m, 24h or 7d');
  return ms;
});

/** The rule of the API: text on both sides of one @, at most 254 characters. */
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
