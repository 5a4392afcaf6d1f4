import { stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { describeError, escapeControls, printJson, printLine } from '../../../src/cli/print.ts';
import {
  ApiError,
  type Client,
  createClient,
  type UploadedImage,
  type UploadOptions,
  type UploadSource,
} from '../../client/src/client.ts';
import { fileSource, NotAFileError } from '../../client/src/node.ts';
import { type Arguments, LINKS, type LinkFormat, parseArguments, UsageError, usage } from './arguments.ts';
import { type Configuration, configure, saveConfiguration } from './configuration.ts';
import { type Entry, type History, namedImage, openHistory } from './history.ts';
import { userFile } from './private-file.ts';
import { showProgress } from './progress.ts';
import { resumptionOf } from './resumption.ts';

const FAILED = 1;
const USAGE_ERROR = 2;

/** Larger files are sent in parts. */
const RESUMABLE_BYTES = 16 * 2 ** 20;

/** The argument that means standard input. */
const STANDARD_INPUT = '-';

export interface Caller {
  /** How the command is called, `imgd upload` for example. */
  program: string;
  version: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** What a call works with. */
interface Context extends Configuration {
  given: Arguments;
  client: Client;
  history: History;
  /** Path of the list of unfinished uploads. */
  unfinished: string;
  note(text: string): void;
}

/** The result for one file. */
type Outcome = { file: string } & ({ success: true; data: UploadedImage } | { success: false; error: Failure });
interface Failure {
  /** Error code of the API or of the operating system. */
  code: string;
  message: string;
}

/**
 * Runs the command: links on standard output, progress and failures on standard error.
 * @param argv without the program
 * @returns the exit code: 0 success, 1 failure, 2 wrong usage
 */
export async function uploadCommand(argv: readonly string[], { program, version, env }: Caller): Promise<number> {
  const note = (text: string) =>
    void process.stderr.write(`${program.split(' ')[0]}: ${escapeControls(text, '\n\t')}\n`);
  try {
    const given = parseArguments(argv);
    if (given.action === 'help') process.stdout.write(usage(program));
    if (given.action === 'version') printLine(version);
    if (given.action === 'save') note(`saved in ${await saveConfiguration(given, env)}`);
    if (given.action === 'help' || given.action === 'version' || given.action === 'save') return 0;
    const configuration = await configure(given, env);
    const { server: baseUrl, key: apiKey } = configuration;
    const client = createClient({ baseUrl, apiKey, retries: given.retries });
    const history = openHistory(userFile(env, 'state', 'uploads.json'));
    const unfinished = userFile(env, 'state', 'unfinished.json');
    const context: Context = { ...configuration, given, client, history, unfinished, note };
    if (given.action === 'history') return await listHistory(context);
    return (await (given.action === 'delete' ? deleteAll : uploadAll)(context)) ? 0 : FAILED;
  } catch (error) {
    note(describeError(error));
    if (!(error instanceof UsageError)) return FAILED;
    process.stderr.write(`(see ${program} --help)\n`);
    return USAGE_ERROR;
  }
}

/** @returns whether all files were uploaded */
async function uploadAll(context: Context): Promise<boolean> {
  const { given, format, note } = context;
  const outcomes: Outcome[] = [];
  for (const file of given.files) {
    try {
      const data = await uploadOne(file, context);
      if (!given.json) printUpload(file, data, format, given.files.length);
      if (!given.json && context.key === undefined && format !== 'all') {
        note(`${file} can be deleted here: ${data.delete_url}`);
      }
      await remember(data, context);
      outcomes.push({ file, success: true, data });
    } catch (error) {
      const failure = failureOf(error, context);
      note(`${file}: ${failure.message} (${failure.code})`);
      outcomes.push({ file, success: false, error: failure });
    }
  }
  if (given.json) printJson(outcomes);
  return outcomes.every(({ success }) => success);
}

async function uploadOne(file: string, context: Context): Promise<UploadedImage> {
  const { given, client, album, expiry } = context;
  const { title, alt, tags } = given;
  const totalBytes = file === STANDARD_INPUT ? 0 : await sizeOf(file);
  const progress = showProgress(file, totalBytes);
  const options = { album, expiry, title, alt, tags, onProgress: progress.update };
  try {
    if (file === STANDARD_INPUT) return await client.upload(await readStandardInput(given.name), options);
    const source = await fileSource(file);
    if (totalBytes < RESUMABLE_BYTES) return await client.upload(source, options);
    return await uploadInParts(file, source, options, context);
  } finally {
    progress.end();
  }
}

/** Survives broken connections; the next call with the file continues where this one was killed. */
async function uploadInParts(
  file: string,
  source: UploadSource,
  options: UploadOptions,
  { client, server, unfinished, note }: Context,
): Promise<UploadedImage> {
  const resumption = await resumptionOf(unfinished, file, server);
  const noteFailure = (error: unknown) => note(`${file} cannot be continued later: ${describeError(error)}`);
  let kept = Promise.resolve();
  const onUploadId = (id: string) => {
    kept = resumption.begin(id).catch(noteFailure);
  };
  try {
    const image = await client.uploadResumable(source, { ...options, uploadId: resumption.uploadId, onUploadId });
    await kept;
    await resumption.end().catch(noteFailure);
    return image;
  } catch (error) {
    await kept;
    // An earlier version of the service.
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return await client.upload(source, options);
    throw error;
  }
}

/** The form needs a length before its bytes, so the image is read to its end first. */
async function readStandardInput(name: string): Promise<UploadSource> {
  return new File([new Uint8Array(await buffer(process.stdin))], name);
}

async function sizeOf(file: string): Promise<number> {
  // The upload itself reports a missing file.
  return (await stat(file).catch(() => undefined))?.size ?? 0;
}

/** Keeps what deletes the image. The upload has succeeded, whatever happens here. */
async function remember(data: UploadedImage, { given, history, server, note }: Context): Promise<void> {
  const { id, filename, links, delete_token, uploaded_at, expires_at } = data;
  if (!given.isHistoryKept || delete_token === undefined) return;
  try {
    await history.add({ id, server, filename, link: links.direct, delete_token, uploaded_at, expires_at });
  } catch (error) {
    note(`the history was not written: ${describeError(error)}`);
  }
}

function printUpload(file: string, data: UploadedImage, format: LinkFormat, files: number): void {
  if (format === 'all' && files > 1) printLine(`${file}:`);
  printLine(linkText(data, format));
}

function linkText({ links, delete_url, delete_token }: UploadedImage, format: LinkFormat): string {
  if (format !== 'all') return links[format];
  const all: Record<string, string | undefined> = { ...links, delete_url, delete_token };
  return [...LINKS, 'delete_url', 'delete_token']
    .map((name) => `${name.padEnd('delete_token'.length)}  ${all[name]}`)
    .join('\n');
}

async function listHistory({ given, history }: Context): Promise<number> {
  const entries = await history.entries();
  if (given.json) printJson(entries);
  else for (const { uploaded_at, link, filename } of entries) printLine(`${uploaded_at}  ${link}  ${filename}`);
  return 0;
}

/** @returns whether all images are gone */
async function deleteAll(context: Context): Promise<boolean> {
  let isComplete = true;
  for (const image of context.given.files) {
    try {
      printLine(`${await deleteOne(image, context)} deleted`);
    } catch (error) {
      const { message, code } = failureOf(error, context);
      context.note(`${image}: ${message} (${code})`);
      isComplete = false;
    }
  }
  return isComplete;
}

/** Deletes by the token of the link, that of the history, or the key. @returns the id */
async function deleteOne(text: string, { history, client, key, server, given }: Context): Promise<string> {
  const named = namedImage(text);
  if (named === undefined) throw new UnknownImageError('neither a link to an image nor an id');
  const entries = (await history.entries()).filter((entry) => isNamed(entry, named));
  const [entry] = entries;
  if (entries.length > 1) throw new UnknownImageError('several servers have this id: name the image by its link');
  const token = named.deleteToken ?? entry?.delete_token;
  if (token === undefined && key === undefined) {
    throw new UnknownImageError('it is not in the history, and there is no key that may delete it');
  }
  const home = named.server ?? entry?.server ?? server;
  // The key belongs to the configured server, and is sent to no other.
  if (token === undefined && home !== server) throw new UnknownImageError(`${home} is not the server of the key`);
  const owner = home === server ? client : createClient({ baseUrl: home, retries: given.retries });
  try {
    await owner.deleteImage(named.id, token);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'IMAGE_NOT_FOUND')) throw error;
    if (entry === undefined) throw error;
  }
  if (entry !== undefined) await history.remove(entry);
  return named.id;
}

function isNamed(entry: Entry, { id, server }: { id: string; server?: string }): boolean {
  return entry.id === id && (server === undefined || entry.server === server || entry.link.startsWith(`${server}/`));
}

/** No image can be meant by the argument. */
class UnknownImageError extends Error {}

function failureOf(error: unknown, { key, keyFrom, server }: Context): Failure {
  if (error instanceof ApiError) {
    const origin =
      error.status === 401 && key !== undefined && keyFrom !== '--key' ? ` The key is that of ${keyFrom}.` : '';
    return { code: error.code, message: error.message + origin };
  }
  const { code, cause } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return { code, message: 'no such file' };
  if (error instanceof NotAFileError) return { code: 'UNREADABLE_FILE', message: 'not a file' };
  if (error instanceof UnknownImageError) return { code: 'UNKNOWN_IMAGE', message: error.message };
  if (isTlsMistake(error)) {
    return {
      code: 'NETWORK_ERROR',
      message: 'the server does not answer with TLS: its address may begin with http://',
    };
  }
  if (code !== undefined || cause === undefined)
    return { code: code ?? 'UNREADABLE_FILE', message: describeError(error) };
  const advice = `. If ${server} is not the address of your server, name it with --server or IMGD_CLIENT_URL`;
  return { code: 'NETWORK_ERROR', message: describeError(error) + advice };
}

/** An https address of a server that speaks http; OpenSSL says `wrong version number` or `packet length too long`. */
function isTlsMistake(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, cause } = error as NodeJS.ErrnoException;
  return (code?.startsWith('ERR_SSL_') ?? false) || isTlsMistake(cause);
}
