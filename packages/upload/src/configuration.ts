import { integer, serviceUrl } from '../../../src/lib/setting-parsers.ts';
import { type Arguments, type LinkFormat, linkFormat } from './arguments.ts';
import { isReadableByOthers, readText, userFile, writeText } from './private-file.ts';

const DEFAULT_SERVER = 'http://localhost:8080';

type Environment = Readonly<Record<string, string | undefined>>;

/** What applies to the uploads of one call. */
export interface Configuration {
  server: string;
  key: string | undefined;
  /** Where the key comes from, for messages. */
  keyFrom: string;
  album: string | undefined;
  expiry: number | undefined;
  format: LinkFormat;
}

/** Members of the configuration file, a JSON object. */
interface Saved {
  server?: string;
  key?: string;
  album?: string;
  expiry?: number;
  format?: LinkFormat;
}

/** An option counts before its variable, and that before the file. @throws Error that names the wrong variable or member */
export async function configure(given: Arguments, env: Environment): Promise<Configuration> {
  const path = userFile(env, 'config', 'upload.json');
  const saved = await readSaved(path);
  const variable = await keyOfEnvironment(env);
  return {
    server:
      given.server ?? checked('IMGD_CLIENT_URL', env.IMGD_CLIENT_URL, serviceUrl) ?? saved.server ?? DEFAULT_SERVER,
    key: given.key ?? variable ?? saved.key,
    keyFrom: given.key !== undefined ? '--key' : variable !== undefined ? 'IMGD_CLIENT_KEY' : path,
    album: given.album ?? saved.album,
    expiry: given.expiry ?? saved.expiry,
    format: given.format ?? saved.format ?? 'direct',
  };
}

/** Writes the given options to the configuration file, beside those in it. @returns its path */
export async function saveConfiguration(given: Arguments, env: Environment): Promise<string> {
  const path = userFile(env, 'config', 'upload.json');
  const { server, key, album, expiry, format } = given;
  const changed = { ...(await readSaved(path)), ...JSON.parse(JSON.stringify({ server, key, album, expiry, format })) };
  await writeText(path, `${JSON.stringify(changed, null, 2)}\n`);
  return path;
}

async function readSaved(path: string): Promise<Saved> {
  const text = await readText(path);
  if (text === undefined) return {};
  if (await isReadableByOthers(path)) throw new Error(`other users can read ${path}: chmod 600 it`);
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('no object');
  } catch (error) {
    throw new Error(`${path} is not a JSON object`, { cause: error });
  }
  const member = <T>(name: keyof Saved, parse: (text: string) => T) =>
    value[name] === undefined ? {} : { [name]: checked(`${name} in ${path}`, String(value[name]), parse) };
  return {
    ...member('server', serviceUrl),
    ...member('key', String),
    ...member('album', String),
    ...member('expiry', integer(0)),
    ...member('format', linkFormat),
  };
}

/** A secret may come from a file, as the settings of the service do. */
async function keyOfEnvironment(env: Environment): Promise<string | undefined> {
  const { IMGD_CLIENT_KEY: key = '', IMGD_CLIENT_KEY_FILE: file } = env;
  if (key !== '' && file !== undefined) throw new Error('IMGD_CLIENT_KEY: set it or IMGD_CLIENT_KEY_FILE, not both');
  if (file === undefined) return key === '' ? undefined : key;
  const text = await readText(file);
  if (text === undefined) throw new Error(`IMGD_CLIENT_KEY_FILE: ${file} does not exist`);
  return text.trimEnd();
}

function checked<T>(name: string, text: string | undefined, parse: (text: string) => T): T | undefined {
  if (text === undefined || text === '') return undefined;
  try {
    return parse(text);
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
