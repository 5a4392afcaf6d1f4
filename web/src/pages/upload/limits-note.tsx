import { useAccount } from '../../session.ts';
import { useStore } from '../../store.ts';
import { upload } from '../../texts/upload.ts';
import { useUsage } from '../../usage.ts';
import { items } from './queue.ts';
import { isPending } from './upload-item.ts';

/** Upload limits of the account or address. */
export function LimitsNote() {
  const usage = useUsage();
  const account = useAccount();
  const waiting = useStore(items).filter(isPending).length;
  if (usage === undefined) return <p class="limits-note">&nbsp;</p>;
  const { limits, rate_limit: hour, storage } = usage;
  const tooMany = hour.remaining !== null && waiting > hour.remaining;
  return (
    <div class="limits-note">
      <p>{upload.upTo(limits.accepted_formats, limits.max_file_size)}</p>
      <p>
        {hour.limit !== null && hour.remaining !== null && upload.left(hour.remaining, hour.limit)}{' '}
        {limits.max_storage !== null && account !== null && upload.storage(storage.bytes, limits.max_storage)}{' '}
        {account === null && <a href="/register">{upload.withAccount}</a>}
      </p>
      {tooMany && <p class="limits-warning">{upload.moreThanLeft(waiting, hour.remaining ?? 0)}</p>}
    </div>
  );
}
