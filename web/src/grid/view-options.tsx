import { t } from '../i18n/i18n.ts';
import { createStore, useStore } from '../store.ts';
import { Icon } from '../ui/icon.tsx';
import type { GridShape, GridSizes } from './layout.ts';
import './view-options.css';

/** How the user wants to see images, in this browser. */
export interface GridView {
  shape: GridShape;
  /** 0 = small tiles, 1 = medium, 2 = large. */
  size: number;
}

const KEY = 'imgd.grid';
const SHAPES: readonly GridShape[] = ['rows', 'squares'];
/** Below this width of the grid, tiles are smaller. */
const NARROW = 600;
const ROW_HEIGHTS = { wide: [120, 190, 290], narrow: [76, 120, 220] } as const;
const SQUARE_SIDES = { wide: [112, 168, 260], narrow: [84, 108, 160] } as const;

export const gridView = createStore<GridView>(readView());

/** The sizes of a grid of a given width. */
export function sizesFor({ shape, size }: GridView, width: number): GridSizes {
  const fit = width < NARROW ? 'narrow' : 'wide';
  if (shape === 'rows') {
    return {
      shape,
      size: ROW_HEIGHTS[fit][size] ?? 190,
      gap: fit === 'wide' ? 6 : 4,
      captionHeight: 0,
      headingHeight: 52,
    };
  }
  const hasCaption = fit === 'wide' ? size > 0 : size > 1;
  const gap = hasCaption ? 12 : 4;
  return { shape, size: SQUARE_SIDES[fit][size] ?? 168, gap, captionHeight: hasCaption ? 48 : 0, headingHeight: 52 };
}

/** Controls for the shape and size of tiles. */
export function ViewOptions() {
  const view = useStore(gridView);
  return (
    <div class="view-options">
      <fieldset class="shape-switch">
        <legend class="visually-hidden">{t('library-shape')}</legend>
        {SHAPES.map((shape) => (
          <label key={shape} title={t(`library-shape-${shape}`)}>
            <input
              type="radio"
              name="shape"
              checked={view.shape === shape}
              aria-label={t(`library-shape-${shape}`)}
              onChange={() => choose({ ...view, shape })}
            />
            <span>
              <Icon name={shape} />
            </span>
          </label>
        ))}
      </fieldset>
      <input
        class="tile-size"
        type="range"
        min="0"
        max="2"
        step="1"
        value={view.size}
        aria-label={t('library-size')}
        aria-valuetext={t(`library-size-${view.size}`)}
        onInput={({ currentTarget }) => choose({ ...view, size: Number(currentTarget.value) })}
      />
    </div>
  );
}

function choose(view: GridView): void {
  gridView.set(view);
  try {
    localStorage.setItem(KEY, JSON.stringify(view));
  } catch {
    // Without local storage, the choice lasts until the page is closed.
  }
}

function readView(): GridView {
  try {
    const { shape, size } = JSON.parse(localStorage.getItem(KEY) ?? '') as Partial<GridView>;
    const known = SHAPES.find((one) => one === shape);
    if (known !== undefined && [0, 1, 2].includes(size ?? -1)) return { shape: known, size: size ?? 1 };
  } catch {
    // Nothing is stored, or not by this version.
  }
  return { shape: 'rows', size: 1 };
}
