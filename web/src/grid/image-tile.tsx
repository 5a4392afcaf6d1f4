import { memo } from 'preact/compat';
import { useRef } from 'preact/hooks';
import type { ImageInfo } from '../../../src/api/images.ts';
import { humanSize } from '../../../src/core/human-size.ts';
import { library } from '../texts/library.ts';
import { Icon } from '../ui/icon.tsx';

interface TileProps {
  image: ImageInfo;
  index: number;
  count: number;
  selected: boolean;
  /** This tile is the tab stop of the grid. */
  current: boolean;
  /** The user scrolls too fast to see the tile, so its picture need not load yet. */
  deferPicture: boolean;
}

/** One image of a grid. The grid handles clicks and keys. */
export const ImageTile = memo(function ImageTile({ image, index, count, selected, current, deferPicture }: TileProps) {
  const { filename, format, size, quarantined } = image;
  const pictured = useRef(false);
  pictured.current ||= !deferPicture;
  return (
    <div
      id={`tile-${image.id}`}
      role="option"
      aria-selected={selected}
      aria-posinset={index + 1}
      aria-setsize={count}
      tabIndex={current ? 0 : -1}
      class={selected ? 'tile selected' : 'tile'}
      data-index={index}
    >
      <div class="tile-picture">
        {pictured.current && quarantined !== true && (
          <img src={image.links.thumbnail} alt="" decoding="async" draggable={false} />
        )}
        <span class="tile-mark" data-mark />
        {quarantined === true && (
          <>
            <Icon name="image" />
            <span class="tile-flag">{library.quarantined}</span>
          </>
        )}
      </div>
      <p class="tile-name">
        <bdi>{filename}</bdi>
      </p>
      <p class="tile-facts">
        {format} · {humanSize(size)}
      </p>
    </div>
  );
});
