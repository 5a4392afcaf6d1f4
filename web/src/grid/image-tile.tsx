import { memo } from 'preact/compat';
import { useRef, useState } from 'preact/hooks';
import type { ImageInfo } from '../../../src/api/images.ts';
import { formatSize } from '../i18n/format.ts';
import { t } from '../i18n/i18n.ts';
import { FileName } from '../ui/file-name.tsx';
import { Icon } from '../ui/icon.tsx';
import { noteVariantFailure, noteVariantSuccess, type SharpPicture, sharpPicture } from './sharp-variants.ts';

interface TileProps {
  image: ImageInfo;
  position: number;
  /** Number of images in the list; -1 = unknown. */
  count: number;
  /** Distance from the inline start of the row, and sides of the picture, in CSS pixels. */
  start: number;
  width: number;
  height: number;
  selected: boolean;
  /** This tile is the tab stop of the grid. */
  current: boolean;
  /** The user scrolls too fast to see the tile, so its picture need not load yet. */
  deferPicture: boolean;
  /** The user looks at the tile, so its picture may be replaced by a sharper one. */
  sharpen: boolean;
}

/** One image of a grid. The grid handles clicks and keys. */
export const ImageTile = memo(function ImageTile(props: TileProps) {
  const { image, position, count, start, width, height, selected, current } = props;
  const { filename, format, size, quarantined } = image;
  return (
    <div
      id={`tile-${image.id}`}
      role="option"
      aria-selected={selected}
      aria-posinset={position + 1}
      aria-setsize={count}
      tabIndex={current ? 0 : -1}
      class={selected ? 'tile selected' : 'tile'}
      style={{ insetInlineStart: `${start}px`, width: `${width}px` }}
      data-index={position}
    >
      <div class={image.has_alpha ? 'tile-picture alpha' : 'tile-picture'} style={{ height: `${height}px` }}>
        {quarantined === true ? <Icon name="image" /> : <TilePicture {...props} />}
        <span class="tile-mark" data-mark />
        {image.animated && <span class="tile-badge">{format}</span>}
        {quarantined === true && <span class="tile-flag">{t('library-quarantined')}</span>}
      </div>
      <div class="tile-caption">
        <p class="tile-name">
          <FileName name={filename} />
        </p>
        <p class="tile-facts">
          {format} · {formatSize(size)}
        </p>
      </div>
      {/* The keyboard has Ctrl+C. */}
      <span class="tile-copy" data-copy title={t('library-tile-copy')} aria-hidden="true">
        <Icon name="copy" />
      </span>
    </div>
  );
});

function TilePicture({ image, width, height, deferPicture, sharpen }: TileProps) {
  const started = useRef(false);
  const sharp = useRef<SharpPicture | undefined>(undefined);
  const [failed, setFailed] = useState<'variant' | 'thumbnail'>();
  started.current ||= !deferPicture;
  if (!started.current) return null;
  if (failed === 'thumbnail') return <Icon name="image" />;
  if (sharpen && failed === undefined) sharp.current ??= sharpPicture(image, { width, height }, devicePixelRatio);
  const isSmall = image.width < width && image.height < height;
  return (
    <img
      {...(failed === undefined ? sharp.current : undefined)}
      src={image.links.thumbnail}
      alt=""
      decoding="async"
      draggable={false}
      class={isSmall ? 'small' : undefined}
      onLoad={() => sharp.current !== undefined && noteVariantSuccess()}
      onError={() => {
        if (failed === undefined && sharp.current !== undefined) {
          noteVariantFailure();
          setFailed('variant');
        } else setFailed('thumbnail');
      }}
    />
  );
}
