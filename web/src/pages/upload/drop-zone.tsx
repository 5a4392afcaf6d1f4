import { useRef } from 'preact/hooks';
import { upload } from '../../texts/upload.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LimitsNote } from './limits-note.tsx';
import { addFiles } from './queue.ts';
import { UploadOptions } from './upload-options.tsx';

// Some operating systems know no media type for the newer formats.
const ACCEPT = 'image/*,.heic,.heif,.avif,.jxl,.webp';

/** The file chooser with the upload limits and options. */
export function DropZone({ small }: { small: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <section class={small ? 'drop-zone small' : 'drop-zone'} aria-label={upload.choose}>
      <div class="drop-target">
        {!small && (
          <span class="drop-sign">
            <Icon name="upload" />
          </span>
        )}
        <p class="drop-words">
          <strong>{upload.dropHere}</strong> <span>{upload.orPaste}</span>
        </p>
        <Button onClick={() => input.current?.click()}>
          <Icon name="plus" />
          {small ? upload.chooseMore : upload.choose}
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept={ACCEPT}
          aria-label={upload.choose}
          onChange={({ currentTarget }) => {
            addFiles([...(currentTarget.files ?? [])]);
            // Allow choosing this file again.
            currentTarget.value = '';
          }}
        />
        <LimitsNote />
      </div>
      <UploadOptions />
    </section>
  );
}
