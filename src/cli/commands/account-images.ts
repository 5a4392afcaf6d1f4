import { type Command, Option } from 'commander';
import { beginAccountTask } from '../../actions/moderation/begin-account-task.ts';
import { requireTask, runAccountTask } from '../../actions/moderation/run-account-task.ts';
import { countTaskImages } from '../../catalog/accounts/task-images.ts';
import { findImages, listImages } from '../../catalog/images/image-lists.ts';
import type { Storage } from '../../compose/storage.ts';
import type { Config } from '../../config.ts';
import type { Position } from '../../core/cursor.ts';
import { humanSize } from '../../core/human-size.ts';
import { linksOf } from '../../core/links.ts';
import { timestamp } from '../../core/time.ts';
import { emailAddress, parsed } from '../parsed.ts';
import { counted, printJson, printLine, printNote, table } from '../print.ts';
import { requireAccount, withStorage } from '../with-storage.ts';

/** By this time the command has ended or was killed: a job of a server goes on. Both may work at once. */
const TAKE_OVER_MS = 60_000;
const PART_MS = 1_000;
const PAGE = 500;

interface Options {
  list?: true;
  delete?: true;
  hide?: true;
  show?: true;
  /** Milliseconds. */
  since?: number;
  withQuarantined: boolean;
  reason?: string;
  yes: boolean;
  json: boolean;
}

const VERBS = { delete: 'deleted', hide: 'hidden', show: 'shown' } as const;

/** `imgd account images`: lists, deletes, hides or shows the images of an account. */
export function accountImagesCommand(account: Command): void {
  account
    .command('images')
    .description('list, delete, hide or show the images of an account')
    .argument('<email>', 'email address of the account', emailAddress)
    .addOption(new Option('--list', 'list them, the newest first').conflicts(['delete', 'hide', 'show']))
    .addOption(new Option('--delete', 'delete them, also those in the trash').conflicts(['hide', 'show']))
    .addOption(new Option('--hide', 'put them into quarantine').conflicts('show'))
    .option('--show', 'release what --hide, or a suspension, has put into quarantine')
    .option('--since <time>', 'only images uploaded in this time, such as 30m, 24h or 7d', parsed(duration))
    .option('--with-quarantined', 'also delete what an administrator or the validator has put into quarantine', false)
    .option('--reason <text>', 'reason, shown to administrators')
    .option('--yes', 'do it; without it only the number of images is printed', false)
    .option('--json', 'print the result as JSON', false)
    .action(async (email: string, options: Options) => {
      await withStorage(async (storage, config) => {
        const { id } = await requireAccount(storage.db, email);
        const from = options.since === undefined ? 0 : storage.clock.now() - options.since;
        const verb = (['delete', 'hide', 'show'] as const).find((name) => options[name]);
        if (verb === undefined) await list(storage, config, id, from, options.json);
        else await change(storage, id, verb, from, options);
      });
    });
}

async function change(
  storage: Storage,
  accountId: string,
  verb: keyof typeof VERBS,
  uploadedFrom: number,
  { withQuarantined: withHeld, reason, yes, json }: Options,
): Promise<void> {
  const kind = `${verb}_images` as const;
  const wanted = { kind, uploadedFrom, withHeld, reason, takeOverMs: TAKE_OVER_MS };
  if (!yes) {
    const what = { kind, account_id: accountId, uploaded_from: uploadedFrom, with_held: withHeld ? 1 : 0 };
    const { images, bytes } = await countTaskImages(storage.db, { ...what, created_at: storage.clock.now() });
    printLine(`${counted(images, 'image')} (${humanSize(bytes)}) would be ${VERBS[verb]}. Run it again with --yes.`);
    process.exitCode = 1;
    return;
  }
  const { id } = await beginAccountTask(storage, null, accountId, wanted);
  for (let done = false; !done; ) {
    done = await runAccountTask(storage, id, PART_MS);
    const { images, done_images: so_far } = await requireTask(storage.db, id);
    if (!done) printNote(`${so_far} of ${counted(images, 'image')} ${VERBS[verb]}`);
  }
  const { done_images: images, done_bytes: bytes } = await requireTask(storage.db, id);
  if (json) printJson({ task: id, images, bytes });
  else printLine(`${counted(images, 'image')} (${humanSize(bytes)}) ${VERBS[verb]}`);
}

async function list(
  { db, clock }: Storage,
  { http }: Config,
  accountId: string,
  uploadedFrom: number,
  json: boolean,
): Promise<void> {
  const imageHost = http.imageHost ?? http.baseUrl ?? `http://localhost:${http.port}`;
  const views = [];
  const newest = { accountId, albumId: undefined, order: 'newest' } as const;
  for (let after: Position | undefined; ; ) {
    const page = await listImages(db, newest, after, clock.now(), PAGE);
    const wanted = page.filter(({ uploadedAt }) => uploadedAt >= uploadedFrom).map(({ id }) => id);
    for (const image of await findImages(db, wanted, clock.now())) {
      const { id, filename, size_bytes: bytes, quarantine_cause: quarantine, views: seen, format } = image;
      const link = linksOf(imageHost, id, format).direct;
      views.push({ id, uploaded_at: timestamp(image.uploaded_at), bytes, views: seen, quarantine, filename, link });
    }
    after = page.at(-1);
    if (page.length < PAGE || wanted.length < page.length) break;
  }
  if (json) return printJson(views);
  const rows = views.map((one) => [
    one.id,
    one.uploaded_at,
    humanSize(one.bytes),
    String(one.views),
    one.quarantine ?? 'no',
    one.filename,
  ]);
  printLine(table(['ID', 'UPLOADED', 'SIZE', 'VIEWS', 'HIDDEN', 'NAME'], rows));
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** @returns milliseconds */
function duration(text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const ms = Number(count) * (UNITS[unit] ?? Number.NaN);
  if (!(ms > 0)) throw new Error('must be a number with m, h or d, such as 24h');
  return ms;
}
