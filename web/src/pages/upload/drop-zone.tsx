import { useRef } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { addFiles } from '../../upload/queue.ts';
import { LimitsNote } from './limits-note.tsx';
import { UploadOptions } from './upload-options.tsx';

// Some operating systems know no media type for the newer formats.
const ACCEPT = 'image/*,.heic,.heif,.avif,.jxl,.webp';

/** A finger: no keyboard, no drag from a file manager, but a camera. */
const isTouch = matchMedia('(pointer: coarse)').matches;
const pasteKeys = /mac|iphone|ipad/i.test(navigator.platform) ? '⌘V' : 'Ctrl+V';

/**
 * The file chooser with the upload limits and options. The style sheet stretches the first button over the whole zone,
 * so that a click anywhere opens the chooser.
 */
export function DropZone({ small }: { small: boolean }) {
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const choose = isTouch ? t('upload-choose-photos') : small ? t('upload-choose-more') : t('upload-choose');
  return (
    <section class={small ? 'drop-zone small' : 'drop-zone'} aria-label={t('upload-choose')}>
      <div class="drop-target">
        {!small && (
          <span class="drop-sign">
            <Icon name="upload" />
          </span>
        )}
        {!isTouch && (
          <p class="drop-words">
            <strong>{t('upload-drop-here')}</strong> <span>{t('upload-or-paste', { key: pasteKeys })}</span>
          </p>
        )}
        <div class="drop-buttons">
          <Button class="drop-choose" onClick={() => files.current?.click()}>
            <Icon name={isTouch ? 'image' : 'plus'} />
            {choose}
          </Button>
          {isTouch && (
            <Button kind="quiet" class="drop-camera" onClick={() => camera.current?.click()}>
              <Icon name="camera" />
              {t('upload-take-photo')}
            </Button>
          )}
        </div>
        <FileInput of={files} label={choose} />
        {isTouch && <FileInput of={camera} label={t('upload-take-photo')} takesPhoto />}
        <LimitsNote small={small} />
      </div>
      <UploadOptions small={small} />
    </section>
  );
}

interface FileInputProps {
  of: { current: HTMLInputElement | null };
  label: string;
  /** Opens the camera at the back of a phone. */
  takesPhoto?: boolean;
}

function FileInput({ of, label, takesPhoto = false }: FileInputProps) {
  return (
    <input
      ref={of}
      type="file"
      hidden
      multiple={!takesPhoto}
      capture={takesPhoto ? 'environment' : undefined}
      accept={takesPhoto ? 'image/*' : ACCEPT}
      aria-label={label}
      onChange={({ currentTarget }) => {
        addFiles([...(currentTarget.files ?? [])]);
        // Allow choosing this file again.
        currentTarget.value = '';
      }}
    />
  );
}
