import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { takeDownImage } from '../../actions/moderation/take-down-image.ts';
import { type ImageRecord, imageQuery, imageRecords } from '../../catalog/images/images.ts';
import type { Db } from '../../catalog/schema.ts';
import { withDecoder } from '../../compose/decoder.ts';
import { AppError } from '../../core/errors.ts';
import { humanSize } from '../../core/human-size.ts';
import { isImageId } from '../../core/ids.ts';
import { timestamp } from '../../core/time.ts';
import { counted, printJson, printLine, table } from '../print.ts';
import { withStorage } from '../with-storage.ts';

const WHAT = 'id of an image, SHA-256 (64 hex digits) of a file, or a file';

/** `imgd image …`: images by id or by content, for operators without a report. */
export function imageCommand(program: Command): void {
  const image = program.command('image').description('find images by id or content, and take them down');
  image
    .command('show')
    .description('show an image with its duplicates, or all images of a file')
    .argument('<what>', WHAT)
    .option('--json', 'print the result as JSON', false)
    .action(show);
  image
    .command('takedown')
    .description('delete an image and its duplicates for good, and refuse the picture from now on')
    .argument('<what>', WHAT)
    .requiredOption('--reason <text>', 'reason, shown to administrators')
    .option('--no-block', 'allow uploads of the picture again')
    .action(takeDown);
}

async function show(what: string, { json }: { json: boolean }): Promise<void> {
  await withStorage(async ({ db, clock }) => {
    const images = await findImages(db, what);
    const now = clock.now();
    const found = images.map((one) => ({
      id: one.id,
      uploaded_at: timestamp(one.uploaded_at),
      size_bytes: one.size_bytes,
      account: one.account_id === null ? null : one.email,
      state: stateOf(one, now),
      filename: one.filename,
      sha256: one.sha256,
      uploaded_sha256: one.uploaded_sha256,
    }));
    if (json) return printJson(found);
    const rows = found.map((one) => [
      ...[one.id, one.uploaded_at, humanSize(one.size_bytes), one.account ?? 'anonymous', one.state, one.filename],
    ]);
    printLine(table(['ID', 'UPLOADED', 'SIZE', 'ACCOUNT', 'STATE', 'NAME'], rows));
  });
}

async function takeDown(what: string, { reason, block }: { reason: string; block: boolean }): Promise<void> {
  await withStorage(async (storage, config) => {
    const images = await findImages(storage.db, what);
    let removed = 0;
    await withDecoder(config, async (tools) => {
      for (const { id } of images) {
        const takedown = takeDownImage({ ...storage, ...tools }, id, { actorId: null, reason, block });
        removed += await takedown.then(
          ({ copies }) => copies.length,
          (error) => {
            // The takedown of an earlier one has removed it.
            if (error instanceof AppError && error.code === 'IMAGE_NOT_FOUND') return 0;
            throw error;
          },
        );
      }
    });
    printLine(`${counted(removed, 'image')} taken down`);
  });
}

/** The images with an id or a content, with their duplicates, the newest first. @throws Error when there is none */
async function findImages(db: Db, what: string) {
  const image = isImageId(what) ? await imageQuery(db, what).executeTakeFirst() : undefined;
  const hashes = image === undefined ? [await hashOf(what)] : [image.sha256, image.uploaded_sha256 ?? image.sha256];
  const images = await imageRecords(db)
    .leftJoin('accounts', 'accounts.id', 'images.account_id')
    .select('accounts.email')
    .where((eb) => eb.or([eb('original.sha256', 'in', hashes), eb('images.uploaded_sha256', 'in', hashes)]))
    .orderBy('images.uploaded_at', 'desc')
    .execute();
  if (images.length === 0) throw new Error(`There is no image with this id or content: ${what}`);
  return images;
}

async function hashOf(what: string): Promise<string> {
  if (/^[0-9a-f]{64}$/i.test(what)) return what.toLowerCase();
  if (!existsSync(what)) throw new Error(`${what} is no image, no SHA-256 and no file.`);
  const hash = createHash('sha256');
  await pipeline(createReadStream(what), hash);
  return hash.digest('hex');
}

function stateOf(
  { expires_at: end, quarantined_at: held, trashed_at: trashed }: ImageRecord,
  nowMs: number,
): 'expired' | 'quarantined' | 'in the trash' | 'shown' {
  // A job removes it soon; until then its links answer 404.
  if (end !== null && end <= nowMs) return 'expired';
  if (held !== null) return 'quarantined';
  return trashed === null ? 'shown' : 'in the trash';
}
