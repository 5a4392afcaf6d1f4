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
  /** The one that the Tab key reaches. */
  current: boolean;
  /** It passes too fast to be seen: its picture can wait. */
  passing: boolean;
}

/** One image of a grid. Clicks and keys are heard by the grid. */
export const ImageTile = memo(function ImageTile({ image, index, count, selected, current, passing }: TileProps) {
  const { filename, format, size, quarantined } = image;
  const pictured = useRef(false);
  pictured.current ||= !passing;
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
