import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import type { UploadResult } from '../../api/images.ts';
import { createClient } from '../../client/client.ts';
import { ApiError } from '../../client/errors.ts';
import { clientSettings } from '../../config.ts';
import { httpUrl, integer, readSettings, SettingsError } from '../../lib/env.ts';
import { parsed } from '../parsed.ts';
import { describeError, printJson, printLine, printNote } from '../print.ts';
import { createProgress } from '../progress.ts';

const LINKS = ['direct', 'thumbnail', 'view_page', 'bbcode', 'html', 'markdown'] as const;
type LinkFormat = (typeof LINKS)[number] | 'all';

interface UploadOptions {
  server?: string;
  key?: string;
  album?: string;
  expiry?: number;
  format: LinkFormat;
  retries: number;
  json: boolean;
}

/** What became of one file. */
type Outcome = { file: string } & ({ success: true; data: UploadResult } | { success: false; error: Failure });
interface Failure {
  /** Of the API's error table, or of the operating system. */
  code: string;
  message: string;
}

/** `imgd upload`: sends files one after the other; links on standard output, failures on standard error. */
export function uploadCommand(program: Command): void {
  program
    .command('upload')
    .description('upload images and print their links')
    .argument('<file...>', 'the images')
    .option(
      '--server <url>',
      `the service (default: IMGD_CLIENT_URL or ${clientSettings.url.default})`,
      parsed(httpUrl),
    )
    .option('--key <key>', 'API key (default: IMGD_CLIENT_KEY or none = anonymous)')
    .option('--album <name>', 'put them into this album')
    .option('--expiry <hours>', 'delete them after so many hours; 0 = never', parsed(integer(0)))
    .addOption(new Option('--format <link>', 'which link to print').choices([...LINKS, 'all']).default('direct'))
    .option('--retries <n>', 'try again so often when the service is busy', parsed(integer(0, 100)), 0)
    .option('--json', 'print all that the service answers, as one JSON array', false)
    .action(async (files: string[], options: UploadOptions) => {
      const outcomes = await uploadAll(files, options);
      if (options.json) printJson(outcomes);
      if (outcomes.some(({ success }) => !success)) process.exitCode = 1;
    });
}

async function uploadAll(files: readonly string[], options: UploadOptions): Promise<Outcome[]> {
  const { url, key } = settings();
  const client = createClient({
    baseUrl: options.server ?? url,
    apiKey: options.key ?? key,
    retries: options.retries,
  });
  const outcomes: Outcome[] = [];
  for (const file of files) {
    const progress = createProgress(file, await sizeOf(file));
    try {
      const { album, expiry: expiryHours } = options;
      const data = await client.upload(file, { album, expiryHours, onProgress: progress.update });
      progress.end();
      if (!options.json) printLine(linkText(data, options.format));
      outcomes.push({ file, success: true, data });
    } catch (error) {
      progress.end();
      const failure = failureOf(error);
      printNote(`${file}: ${failure.message} (${failure.code})`);
      outcomes.push({ file, success: false, error: failure });
    }
  }
  return outcomes;
}

/** The client's own settings: those of the server, which may be wrong here, do not matter. */
function settings(): { url: string; key: string | undefined } {
  const problems: string[] = [];
  const { values } = readSettings(clientSettings, process.env, (path) => readFileSync(path, 'utf8'), problems);
  if (problems.length > 0) throw new SettingsError(problems);
  return values;
}

async function sizeOf(file: string): Promise<number> {
  // A file that is not there is reported by the upload itself.
  return (await stat(file).catch(() => undefined))?.size ?? 0;
}

function linkText({ links }: UploadResult, format: LinkFormat): string {
  if (format !== 'all') return links[format];
  return LINKS.map((name) => `${name.padEnd('view_page'.length)}  ${links[name]}`).join('\n');
}

function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) return { code: error.code, message: error.message };
  const { code, cause } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return { code, message: 'there is no such file' };
  return { code: code ?? (cause === undefined ? 'UNREADABLE_FILE' : 'NETWORK_ERROR'), message: describeError(error) };
}
