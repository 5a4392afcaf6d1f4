import { useState } from 'preact/hooks';
import type { Links } from '../../../../src/core/links.ts';
import { useStore } from '../../store.ts';
import { upload } from '../../texts/upload.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { CopyAll } from './copy-all.tsx';
import { PauseNote } from './pause.tsx';
import { OverallProgress } from './progress.tsx';
import { cancel, cancelAll, clearFinished, items, retry } from './queue.ts';
import { ResultRow } from './result-row.tsx';
import { isPending, isRetryable } from './upload-item.ts';
import { UploadRow } from './upload-row.tsx';

/** The queued and finished uploads with their progress, errors and links. */
export function UploadList() {
  const all = useStore(items);
  const [format, setFormat] = useState<keyof Links>('direct');
  if (all.length === 0) return null;
  const images = all.flatMap(({ image }) => (image === undefined ? [] : [image]));
  const active = all.filter(isPending).length;
  const failed = all.filter(isRetryable).length;
  return (
    <section class="upload-list" aria-label={upload.queue}>
      <header class="upload-list-head">
        <OverallProgress items={all} />
        <div class="choices">
          {failed > 1 && (
            <Button kind="quiet" small onClick={() => retry()}>
              <Icon name="retry" />
              {upload.retryAll}
            </Button>
          )}
          {active > 0 && (
            <Button kind="quiet" small onClick={cancelAll}>
              {upload.cancelAll}
            </Button>
          )}
          {active === 0 && (
            <Button kind="quiet" small onClick={clearFinished}>
              {upload.clear}
            </Button>
          )}
        </div>
      </header>
      <PauseNote />
      {images.length > 0 && <CopyAll images={images} format={format} onFormat={setFormat} />}
      <ul class="upload-rows">
        {all.map((item) =>
          item.image === undefined ? (
            <UploadRow key={item.id} item={item} />
          ) : (
            <ResultRow
              key={item.id}
              image={item.image}
              anonymous={item.anonymous === true}
              format={format}
              only={images.length === 1}
              onRemove={() => cancel(item.id)}
            />
          ),
        )}
      </ul>
    </section>
  );
}
