import type { ImageInfo } from '../../../src/api/images.ts';
import { formatCount, formatSize, formatTime } from '../i18n/format.ts';
import { hasText, t } from '../i18n/i18n.ts';
import { LINK_FORMATS } from '../link-formats.ts';
import { CopyField } from '../ui/copy-field.tsx';
import { FileName } from '../ui/file-name.tsx';
import { linkText } from '../upload/link-text.ts';

/** What is known about an image, and all its links. */
export function Facts({ image }: { image: ImageInfo }) {
  const removed = image.metadata_removed ?? [];
  return (
    <>
      <dl class="fact-list">
        {TEXTS.map((name) => image[name] !== null && <Text key={name} name={name} text={image[name]} />)}
        {image.tags !== undefined && image.tags.length > 0 && (
          <Fact name={t('library-details-tags')}>
            {image.tags.map((tag, i) => (
              <>
                {i > 0 && ' · '}
                <a key={tag} href={`/library?tag=${encodeURIComponent(tag)}`}>
                  <bdi>{tag}</bdi>
                </a>
              </>
            ))}
          </Fact>
        )}
        <Fact name={t('library-details-filename')}>
          <FileName name={image.filename} />
        </Fact>
        <Fact name={t('library-details-format')}>
          {image.animated ? t('library-details-frames', { format: image.format, frames: image.frames }) : image.format}
        </Fact>
        <Fact name={t('library-details-sides')}>
          {t('library-details-pixels', { width: formatCount(image.width), height: formatCount(image.height) })}
        </Fact>
        <Fact name={t('library-details-size')}>{formatSize(image.size)}</Fact>
        <Fact name={t('library-details-uploaded')}>{formatTime(image.uploaded_at)}</Fact>
        <Fact name={t('library-details-expires')}>
          {image.expires_at === null ? t('library-details-never') : formatTime(image.expires_at)}
        </Fact>
        <Fact name={t('library-details-album')}>
          {image.album == null ? (
            t('library-details-none')
          ) : (
            <a href={`/albums/${image.album.id}`}>
              <bdi>{image.album.name}</bdi>
            </a>
          )}
        </Fact>
        <Fact name={t('library-details-views')}>{formatCount(image.views)}</Fact>
        {removed.length > 0 && <Fact name={t('library-details-removed')}>{removed.map(removedName).join(', ')}</Fact>}
      </dl>
      <details class="all-links">
        <summary>{t('library-details-links')}</summary>
        <div class="stack">
          {LINK_FORMATS.map(({ name, label }) => (
            <CopyField key={name} label={label} text={linkText(image, name)} />
          ))}
        </div>
      </details>
    </>
  );
}

const TEXTS = ['title', 'alt', 'description'] as const;

function Text({ name, text }: { name: (typeof TEXTS)[number]; text: string }) {
  return (
    <Fact name={t(`library-details-${name}`)}>
      <span class="fact-text" dir="auto">
        {text}
      </span>
    </Fact>
  );
}

function Fact({ name, children }: { name: string; children: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The name of a kind of metadata. The API may add kinds. */
function removedName(kind: string): string {
  const id = `library-metadata-${kind.replaceAll('_', '-')}`;
  return hasText(id) ? t(id) : kind.replaceAll('_', ' ');
}
