import { useRef } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { addFiles } from '../../upload/queue.ts';

/** A button that chooses files and uploads them into an album. The page stays open. */
export function AddImages({ albumName, isMain = false }: { albumName: string; isMain?: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button kind={isMain ? 'primary' : 'quiet'} onClick={() => input.current?.click()}>
        <Icon name="plus" />
        {t('albums-add-images')}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          addFiles([...(currentTarget.files ?? [])], { albumName });
          // Choosing these files again is a change, too.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
