import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { SingleBar } from 'cli-progress';
import { type Command, Option } from 'commander';
import type { UploadResult } from '../../api/images.ts';
import { createClient } from '../../client/client.ts';
import { ApiError } from '../../client/errors.ts';
import { clientSettings } from '../../config.ts';
import { humanSize } from '../../core/human-size.ts';
import { httpUrl, integer, readSettings, SettingsError } from '../../lib/env.ts';
import { parsed } from '../parsed.ts';
import { describeError, printJson, printLine, printNote } from '../print.ts';

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

/** The result for one file. */
type Outcome = { file: string } & ({ success: true; data: UploadResult } | { success: false; error: Failure });
interface Failure {
  /** Error code of the API or of the operating system. */
  code: string;
  message: string;
}

/** `imgd upload`: sends files one after another; links on standard output, failures on standard error. */
export function uploadCommand(program: Command): void {
  program
    .command('upload')
    .description('upload images and print their links')
    .argument('<file...>', 'image files')
    .option(
      '--server <url>',
      `URL of the service (default: IMGD_CLIENT_URL or ${clientSettings.url.default})`,
      parsed(httpUrl),
    )
    .option('--key <key>', 'API key (default: IMGD_CLIENT_KEY; without one the upload is anonymous)')
    .option('--album <name>', 'album for the images')
    .option('--expiry <hours>', 'hours until the images are deleted; 0 = never', parsed(integer(0)))
    .addOption(new Option('--format <link>', 'link to print').choices([...LINKS, 'all']).default('direct'))
    .option('--retries <n>', 'number of retries while the service is busy', parsed(integer(0, 100)), 0)
    .option('--json', 'print the complete answers as one JSON array', false)
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

/** Reads the client's settings only: the server's settings may be wrong here. */
function settings(): { url: string; key: string | undefined } {
  const problems: string[] = [];
  const { values } = readSettings(clientSettings, process.env, (path) => readFileSync(path, 'utf8'), problems);
  if (problems.length > 0) throw new SettingsError(problems);
  return values;
}

async function sizeOf(file: string): Promise<number> {
  // The upload itself reports a missing file.
  return (await stat(file).catch(() => undefined))?.size ?? 0;
}

/** Shows a progress bar on standard error, if that is a terminal. */
function createProgress(file: string, sizeBytes: number): { update(sentBytes: number): void; end(): void } {
  if (!process.stderr.isTTY) return { update() {}, end() {} };
  const bar = new SingleBar({
    format: '{file} [{bar}] {percentage}% of {size}, {eta_formatted} left',
    stream: process.stderr,
    clearOnComplete: true,
    hideCursor: true,
  });
  bar.start(sizeBytes, 0, { file, size: humanSize(sizeBytes) });
  return { update: (sentBytes) => bar.update(sentBytes), end: () => bar.stop() };
}

function linkText({ links }: UploadResult, format: LinkFormat): string {
  if (format !== 'all') return links[format];
  return LINKS.map((name) => `${name.padEnd('view_page'.length)}  ${links[name]}`).join('\n');
}

function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) return { code: error.code, message: error.message };
  const { code, cause } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return { code, message: 'no such file' };
  return { code: code ?? (cause === undefined ? 'UNREADABLE_FILE' : 'NETWORK_ERROR'), message: describeError(error) };
}
