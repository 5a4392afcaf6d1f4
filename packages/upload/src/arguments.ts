import { parseArgs } from 'node:util';
import { integer, serviceUrl } from '../../../src/lib/setting-parsers.ts';

export const LINKS = ['direct', 'thumbnail', 'view_page', 'bbcode', 'html', 'markdown'] as const;
export type LinkFormat = (typeof LINKS)[number] | 'all';

/** The command line is wrong. */
export class UsageError extends Error {}

/** Arguments after checks. Options that the configuration may name too are undefined where they are absent. */
export interface Arguments {
  files: string[];
  server: string | undefined;
  key: string | undefined;
  album: string | undefined;
  title: string | undefined;
  alt: string | undefined;
  tags: string | undefined;
  /** Hours. */
  expiry: number | undefined;
  format: LinkFormat | undefined;
  name: string;
  retries: number;
  json: boolean;
  isHistoryKept: boolean;
  /** What to do instead of uploading. */
  action: 'upload' | 'history' | 'delete' | 'save' | 'help' | 'version';
}

const OPTIONS = {
  server: { type: 'string' },
  key: { type: 'string' },
  album: { type: 'string' },
  expiry: { type: 'string' },
  title: { type: 'string' },
  alt: { type: 'string' },
  tags: { type: 'string' },
  format: { type: 'string' },
  name: { type: 'string', default: 'image' },
  retries: { type: 'string', default: '2' },
  json: { type: 'boolean', default: false },
  'no-history': { type: 'boolean', default: false },
  history: { type: 'boolean', default: false },
  delete: { type: 'boolean', default: false },
  save: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', short: 'V', default: false },
} as const;

/** The help of the command. @param program how it is called */
export function usage(program: string): string {
  return `Usage: ${program} [options] <file...>

Uploads images and prints their links, one a line. Arguments:
  file                 image files; - = standard input

Options:
  --server <url>       URL of the service (default: IMGD_CLIENT_URL or http://localhost:8080)
  --key <key>          API key (default: IMGD_CLIENT_KEY; without one the upload is anonymous)
  --album <name>       album for the images
  --expiry <hours>     hours until the images are deleted; 0 = never
  --title <text>       title of the images
  --alt <text>         what they show, for readers who do not see them
  --tags <list>        tags, separated by commas
  --format <link>      link to print: ${LINKS.join(', ')} or all (default: direct)
  --name <filename>    name of the image from standard input (default: image)
  --retries <n>        number of retries while the service is busy or the connection breaks (default: 2)
  --json               print the complete answers as one JSON array
  --no-history         do not remember the delete tokens of the images

Instead of uploading:
  --history            list the images that were uploaded from here, the newest last
  --delete <image...>  delete images, named by a link or id
  --save               keep --server, --key, --album, --expiry and --format as defaults
  -h, --help           show this help
  -V, --version        show the version

Exit codes: 0 success, 1 failure, 2 wrong usage.
`;
}

/** @throws UsageError */
export function parseArguments(argv: readonly string[]): Arguments {
  const { values, positionals } = parsed(argv);
  const { history, save, help, version } = values;
  const chosen = Object.entries({ help, version, history, delete: values.delete, save }).filter(([, is]) => is);
  const action = (chosen[0]?.[0] ?? 'upload') as Arguments['action'];
  if (action !== 'help' && chosen.length > 1) {
    throw new UsageError(`--${chosen.map(([name]) => name).join(' and --')} exclude each other`);
  }
  const takesFiles = action === 'upload' || action === 'delete';
  if (takesFiles && positionals.length === 0) {
    throw new UsageError(action === 'upload' ? 'missing argument: a file' : 'missing argument: a link or an id');
  }
  if (!takesFiles && action !== 'help' && positionals.length > 0) {
    throw new UsageError(`--${action} takes no files`);
  }
  return {
    files: positionals,
    server: checked('--server', values.server, serviceUrl),
    key: values.key,
    album: values.album,
    title: values.title,
    alt: values.alt,
    tags: values.tags,
    expiry: checked('--expiry', values.expiry, integer(0)),
    format: checked('--format', values.format, linkFormat),
    name: values.name,
    retries: checked('--retries', values.retries, integer(0, 100)) ?? 0,
    json: values.json,
    isHistoryKept: !values['no-history'],
    action,
  };
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    // Its further sentences explain how to pass a file whose name begins with a dash.
    throw new UsageError(error instanceof Error ? error.message.split('\n')[0] : String(error));
  }
}

/** Parser of the name of a link. */
export function linkFormat(text: string): LinkFormat {
  const found = ([...LINKS, 'all'] as const).find((name) => name === text);
  if (found === undefined) throw new Error(`must be one of ${LINKS.join(', ')}, all`);
  return found;
}

function checked<T>(option: string, text: string | undefined, parse: (text: string) => T): T | undefined {
  if (text === undefined) return undefined;
  try {
    return parse(text);
  } catch (error) {
    throw new UsageError(`${option} ${error instanceof Error ? error.message : String(error)}`);
  }
}
