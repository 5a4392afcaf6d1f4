import { useState } from 'preact/hooks';
import type { UploadResult } from '../../../../src/api/images.ts';
import { humanSize } from '../../../../src/core/human-size.ts';
import type { Links } from '../../../../src/core/links.ts';
import { humanTime } from '../../human.ts';
import { LINK_FORMATS } from '../../link-formats.ts';
import { upload } from '../../texts/upload.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { Icon } from '../../ui/icon.tsx';

interface ResultRowProps {
  image: UploadResult;
  anonymous: boolean;
  /** The link format of the row. */
  format: keyof Links;
  /** This is the only image, so the row shows all links. */
  only: boolean;
  onRemove(): void;
}

/** An uploaded image with its links. */
export function ResultRow({ image, anonymous, format, only, onRemove }: ResultRowProps) {
  const [opened, setOpened] = useState<boolean>();
  const { filename, links } = image;
  const label = LINK_FORMATS.find(({ name }) => name === format)?.label ?? '';
  return (
    <li class="upload-row done">
      <div class="upload-thumb">
        <img src={links.thumbnail} alt="" />
      </div>
      <div class="upload-what">
        <p class="upload-name">
          <a href={links.view_page} target="_blank" rel="noopener">
            <bdi>{filename}</bdi>
          </a>
        </p>
        <p class="upload-state">
          <span>
            {image.format} {image.width} × {image.height}
          </span>{' '}
          <span>{humanSize(image.size)}</span>
          {image.expires_at !== null && <span>{upload.expires(humanTime(image.expires_at))}</span>}
        </p>
        <p class="upload-link">{links[format]}</p>
      </div>
      <div class="upload-actions">
        <CopyButton what={`${label} ${filename}`} text={links[format]} />
        <button type="button" class="icon-button" aria-label={upload.removeOne(filename)} onClick={onRemove}>
          <Icon name="close" />
        </button>
      </div>
      <details
        class="upload-links"
        open={opened ?? only}
        onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
      >
        <summary>{upload.allLinks}</summary>
        <div class="link-grid">
          {LINK_FORMATS.map(({ name, label: what }) => (
            <CopyField key={name} label={what} text={links[name]} />
          ))}
        </div>
        {anonymous && (
          <div class="delete-link">
            <CopyField label={upload.deleteLink} text={image.delete_url} />
            <p class="field-hint">{upload.deleteLinkHint}</p>
          </div>
        )}
      </details>
    </li>
  );
}
