import type { Command } from 'commander';
import { actOnUploader, requireUploader } from '../../actions/moderation/act-on-uploader.ts';
import { blockNetwork } from '../../actions/moderation/block-network.ts';
import { countSameUploader, listSameUploader } from '../../catalog/moderation/uploaders.ts';
import { UPLOADER_ACTIONS, type UploaderAction } from '../../core/states.ts';
import { timestamp } from '../../core/time.ts';
import { duration } from '../parsed.ts';
import { counted, printLine, printNote, table } from '../print.ts';
import { withStorage } from '../with-storage.ts';

const DAY_MS = 86_400_000;
const SHOWN_IMAGES = 20;

interface RaidOptions {
  since: number;
  hide: boolean;
  show: boolean;
  delete: boolean;
  takedown: boolean;
  block?: number;
  reason?: string;
}

/** `imgd raid …`: all images of the anonymous uploader of one image. */
export function raidCommand(program: Command): void {
  program
    .command('raid')
    .description('show all images from the uploader of an anonymous image; hide, show, delete or take them down')
    .argument('<image-id>', 'one of the images')
    .option('--since <duration>', 'images of this time, such as 24h or 7d', duration, DAY_MS)
    .option('--hide', 'quarantine the images: only administrators see them', false)
    .option('--show', 'release what an administrator has put into quarantine', false)
    .option('--delete', 'delete the images', false)
    .option('--takedown', 'delete the images and their duplicates, and block the pictures', false)
    .option('--block <duration>', 'refuse uploads of the uploader for so long, such as 7d', duration)
    .option('--reason <text>', 'reason, shown to administrators')
    .action(async (imageId: string, options: RaidOptions) => {
      const actions = UPLOADER_ACTIONS.filter((action) => options[action]);
      if (actions.length > 1) throw new Error('Use one of --hide, --show, --delete and --takedown.');
      await raid(imageId, actions[0], options);
    });
}

async function raid(imageId: string, action: UploaderAction | undefined, options: RaidOptions): Promise<void> {
  const { block, reason = null } = options;
  await withStorage(async (storage) => {
    const { db, clock } = storage;
    const sinceMs = clock.now() - options.since;
    const uploader = await requireUploader(storage, imageId);
    const wanted = { uploader, sinceMs };
    const total = await countSameUploader(db, wanted, Number.MAX_SAFE_INTEGER);
    printLine(`${counted(total, 'image')} from this uploader since ${timestamp(sinceMs)}`);
    if (block !== undefined) {
      const endsAt = clock.now() + block;
      await blockNetwork(storage, null, { target: { uploader, imageId }, reason, endsAt });
      printLine(`uploads of this uploader are refused until ${timestamp(endsAt)}`);
    }
    if (action === undefined) {
      const images = await listSameUploader(db, wanted, SHOWN_IMAGES);
      const rows = images.map(({ id, uploaded_at, size_bytes, quarantined_at, filename }) => [
        ...[id, timestamp(uploaded_at), String(size_bytes), quarantined_at === null ? 'shown' : 'hidden', filename],
      ]);
      printLine(table(['IMAGE', 'UPLOADED', 'BYTES', 'STATE', 'FILE'], rows));
      if (total > images.length) printNote(`the newest ${images.length} are listed`);
      return;
    }
    const act = { action, sinceMs, maxImages: Number.MAX_SAFE_INTEGER, reason, actorId: null };
    const { done } = await actOnUploader(storage, imageId, act, (soFar) => printNote(`${soFar} of ${total}`));
    const verb = { hide: 'hidden', show: 'shown', delete: 'deleted', takedown: 'taken down' }[action];
    printLine(`${counted(done, 'image')} ${verb}`);
  });
}
