import { isDeepStrictEqual } from 'node:util';
import { type Config, loadConfig, SETTINGS } from '../config.ts';
import { PLAN_NAMES, type Plan, type PlanName, type Plans } from '../core/plans.ts';
import type { Environment, Settings } from '../lib/env.ts';

/** Settings that a running service takes over; all others change with a restart. */
const RELOADED = new Set(['IMGD_PLANS', 'IMGD_LOG_LEVEL', 'IMGD_CHALLENGE', 'IMGD_CHALLENGE_COST']);
interface Log {
  level: string;
  isLevelEnabled(level: string): boolean;
  info(facts: object, text: string): void;
  error(facts: object, text: string): void;
}

const RELOADED_TEXT = 'settings reloaded; those under restart change only with one';

/**
 * Takes settings over while the service runs. Requests in progress keep the plan that they began with. Wrong settings
 * change nothing: the log says why.
 * @param config of the running service; its plans and challenges are changed in place, because everything that needs them has them
 * @param logs all loggers that were made at the start
 */
export function createReload(
  config: Config,
  logger: Log,
  logs: readonly { level: string }[],
): (read: () => Environment) => void {
  return (read) => {
    let next: Config;
    try {
      next = loadConfig(read()).config;
    } catch (error) {
      logger.error({ err: error }, 'the settings are refused: the service goes on with those that it has');
      return;
    }
    const plans = changedLimits(config.limits.plans, next.limits.plans);
    const challenge = changedChallenge(config.limits, next.limits);
    const level = { from: logger.level, to: next.log.level };
    const restart = changedSettings(config, next);
    const facts = {
      plans,
      ...(challenge && { challenge }),
      ...(level.from !== level.to && { log_level: level }),
      ...(restart.length > 0 && { restart }),
    };
    const tellsBefore = logger.isLevelEnabled('info');
    if (tellsBefore) logger.info(facts, RELOADED_TEXT);
    Object.assign(config.limits.plans as Record<PlanName, Plan>, next.limits.plans);
    Object.assign(config.limits.challenge, next.limits.challenge);
    Object.assign(config.limits.challengeCost, next.limits.challengeCost);
    for (const log of logs) log.level = level.to;
    if (!tellsBefore) logger.info(facts, RELOADED_TEXT);
  };
}

/** Such as `anonymous.requestsPerHour: 100 -> 500`. */
function changedLimits(before: Plans, after: Plans): string[] {
  return PLAN_NAMES.flatMap((name) => {
    const old: Partial<Record<string, unknown>> = { ...before[name] };
    const changes = Object.entries(after[name]).filter(([limit, value]) => old[limit] !== value);
    return changes.map(([limit, value]) => `${name}.${limit}: ${old[limit]} -> ${value}`);
  });
}

/** What needs a challenge now, and its cost; undefined where nothing changes. */
function changedChallenge(
  { challenge: old, challengeCost: oldCost }: Config['limits'],
  { challenge, challengeCost }: Config['limits'],
): object | undefined {
  if (isDeepStrictEqual([old, oldCost], [challenge, challengeCost])) return undefined;
  return { ...challenge, ...challengeCost };
}

/** The names of settings that differ, without those that are taken over. */
function changedSettings(before: Config, after: Config): string[] {
  return Object.entries(SETTINGS).flatMap(([module, declared]) => {
    const [old, wanted] = [before, after].map((config) => config[module as keyof Config] as Record<string, unknown>);
    return Object.entries(declared as Settings)
      .filter(([key, { name }]) => !RELOADED.has(name) && !isDeepStrictEqual(old?.[key], wanted?.[key]))
      .map(([, { name }]) => name);
  });
}
