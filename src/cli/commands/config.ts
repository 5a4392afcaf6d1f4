import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { uploadSlots } from '../../compose/adapters.ts';
import { type Config, loadConfig } from '../../config.ts';
import type { Origin } from '../../lib/env.ts';
import { readEnvironment } from '../environment.ts';
import { printJson, printLine, table, warnOfUnknown } from '../print.ts';

/** `imgd config`: the settings in effect with the origins of their values. Secrets are hidden. */
export function configCommand(program: Command): void {
  program
    .command('config')
    .description('show the settings in effect and their origins')
    .option('--json', 'print the settings as JSON', false)
    .action(({ json }: { json: boolean }) => {
      const { config, origins, unknown } = loadConfig(readEnvironment());
      warnOfUnknown(unknown);
      const derived = derivedValues(config);
      const views = origins.map((origin) => {
        return { name: origin.name, value: derived[origin.name] ?? shown(origin), from: origin.from };
      });
      if (json) return printJson(views);
      const rows = views.map(({ name, value, from }) => [name, from, value ?? '(none)']);
      printLine(table(['SETTING', 'FROM', 'VALUE'], rows));
    });
}

/** Values in effect that the text of a setting does not show: they follow from other settings or the machine. */
function derivedValues(config: Config): Record<string, string> {
  const { http, imaging, limits, storage } = config;
  const baseUrl = http.baseUrl ?? `http://localhost:${http.port === 0 ? '<port>' : http.port}`;
  return {
    IMGD_BASE_URL: baseUrl,
    IMGD_IMAGE_HOST: http.imageHost ?? baseUrl,
    IMGD_PLANS: JSON.stringify(limits.plans),
    IMGD_UPLOADS_AT_ONCE: String(uploadSlots(imaging)),
    IMGD_DATA_DIR: resolve(storage.dataDir),
    IMGD_BLOB_CACHE_DIR: resolve(storage.blobCacheDir ?? join(storage.dataDir, 'blob-cache')),
    ...(storage.s3Endpoint !== undefined && {
      IMGD_S3_PUBLIC_ENDPOINT: storage.s3PublicEndpoint ?? storage.s3Endpoint,
    }),
  };
}

function shown({ text, secret }: Origin): string | null {
  if (text === undefined) return null;
  return secret ? '(hidden)' : text;
}
