import { readFileSync } from 'node:fs';
import { storageSettings } from './blobs/settings.ts';
import { catalogSettings } from './catalog/settings.ts';
import { edgeProblems, edgeSettings } from './edge/settings.ts';
import { httpSettings } from './http/settings.ts';
import { identitySettings } from './identity/openid.ts';
import { imagingSettings } from './imaging/settings.ts';
import { authoritySettings } from './lib/authorities.ts';
import {
  type Environment,
  type Origin,
  readSettings,
  type Setting,
  type Settings,
  SettingsError,
  type ValuesOf,
  variablesOf,
} from './lib/env.ts';
import { anyText, oneOf, serviceUrl } from './lib/setting-parsers.ts';
import { limitSettings } from './limits/settings.ts';
import { mailSettings } from './mail/smtp.ts';
import { tracingSettings } from './telemetry/otlp.ts';
import { validationSettings } from './validation/http.ts';
import { webhookSettings } from './webhooks/http.ts';

const logSettings = {
  level: {
    name: 'IMGD_LOG_LEVEL',
    default: 'info',
    parse: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    meaning: 'Lowest level that is logged.',
  },
  deliveryLevel: {
    name: 'IMGD_DELIVERY_LOG_LEVEL',
    default: 'warn',
    parse: oneOf('info', 'warn', 'silent'),
    meaning:
      'Lowest level at which requests for images, thumbnails and variants are logged: `info` logs each of them, `warn` the failed ones, `silent` none.',
  },
};

/** Settings of commands that talk to a service over HTTP. */
export const clientSettings = {
  url: {
    name: 'IMGD_CLIENT_URL',
    default: 'http://localhost:8080',
    parse: serviceUrl,
    meaning: 'Address of the service that `imgd upload` sends to, without `/api/v1/`.',
  },
  key: {
    name: 'IMGD_CLIENT_KEY',
    default: undefined,
    parse: anyText,
    meaning: 'API key that `imgd upload` uses; without one it uploads anonymously.',
    secret: true,
  },
};

/** Every module's own settings. */
export const SETTINGS = {
  http: httpSettings,
  storage: storageSettings,
  catalog: catalogSettings,
  limits: limitSettings,
  edge: edgeSettings,
  imaging: imagingSettings,
  mail: mailSettings,
  identity: identitySettings,
  authorities: authoritySettings,
  log: logSettings,
  tracing: tracingSettings,
  validation: validationSettings,
  webhooks: webhookSettings,
  client: clientSettings,
} satisfies Record<string, Settings>;

/** All settings, read once. */
export type Config = { readonly [K in keyof typeof SETTINGS]: ValuesOf<(typeof SETTINGS)[K]> };

export interface LoadedConfig {
  config: Config;
  /** Where each value comes from. */
  origins: Origin[];
  /** Variables that begin with IMGD_ but belong to no setting: most likely misspelt. */
  unknown: string[];
}

/** nginx can send only what it finds on the disk. */
function fileProblems({ http, storage }: Config): string[] {
  const isWrong = http.accelRedirect !== undefined && storage.blobs !== 'disk';
  return isWrong ? ['IMGD_ACCEL_REDIRECT needs blobs on the disk (IMGD_BLOBS=disk)'] : [];
}

/** @throws SettingsError with all problems at once */
export function loadConfig(
  env: Environment,
  readFile: (path: string) => string = (path) => readFileSync(path, 'utf8'),
): LoadedConfig {
  const problems: string[] = [];
  const origins: Origin[] = [];
  const config: Record<string, unknown> = {};
  for (const [module, declared] of Object.entries(SETTINGS)) {
    const read = readSettings(declared as Settings, env, readFile, problems);
    config[module] = read.values;
    origins.push(...read.origins);
  }
  if (problems.length === 0)
    problems.push(...edgeProblems(config.edge as Config['edge']), ...fileProblems(config as Config));
  if (problems.length > 0) throw new SettingsError(problems);
  const all = Object.values(SETTINGS).flatMap((declared): Setting<unknown>[] => Object.values(declared));
  const known = new Set(all.flatMap(variablesOf));
  const unknown = Object.keys(env).filter((name) => name.startsWith('IMGD_') && !known.has(name));
  return { config: Object.freeze(config) as Config, origins, unknown };
}
