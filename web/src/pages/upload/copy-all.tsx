import type { UploadResult } from '../../../../src/api/images.ts';
import type { Links } from '../../../../src/core/links.ts';
import { LINK_FORMATS } from '../../link-formats.ts';
import { upload } from '../../texts/upload.ts';
import { CopyButton } from '../../ui/copy-button.tsx';

interface CopyAllProps {
  images: readonly UploadResult[];
  format: keyof Links;
  onFormat(format: keyof Links): void;
}

/** Selects the link format, and copies the links of all images, one per line. */
export function CopyAll({ images, format, onFormat }: CopyAllProps) {
  const chosen = LINK_FORMATS.find(({ name }) => name === format);
  return (
    <div class="copy-all">
      <fieldset class="pills">
        <legend class="visually-hidden">{upload.linkFormat}</legend>
        {LINK_FORMATS.map(({ name, short }) => (
          <label key={name}>
            <input type="radio" name="link-format" checked={name === format} onChange={() => onFormat(name)} />
            <span>{short}</span>
          </label>
        ))}
      </fieldset>
      <CopyButton
        what={chosen?.label ?? ''}
        label={upload.copyAll(images.length)}
        text={images.map(({ links }) => links[format]).join('\n')}
      />
    </div>
  );
}
