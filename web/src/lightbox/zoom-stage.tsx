import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ImageInfo } from '../../../src/api/images.ts';
import { t } from '../i18n/i18n.ts';
import { pictureSources } from './picture-source.ts';
import { bounded, fitScale, fitted, type Point, type Size, toggledScale, type Zoom, zoomedAt } from './zoom.ts';

export type ZoomCommand = 'in' | 'out' | 'fit' | 'actual';

interface ZoomStageProps {
  image: ImageInfo;
  /** A new object applies a command of the keyboard or of a button. */
  command: { zoom: ZoomCommand } | undefined;
  onZoom(percent: number, isFit: boolean): void;
  /** A swipe or a click on a side. */
  onGo(step: -1 | 1): void;
  onClose(): void;
  onLoad(): void;
}

const STEP = 1.5;
/** A swipe goes this far at least, in CSS pixels. */
const SWIPE_PX = 56;
const CLOSE_PX = 110;
const DOUBLE_TAP_MS = 300;
const MAX_PIXEL_RATIO = 2;

/** A picture that can be zoomed by wheel, pinch, double tap and keys, moved by dragging, and swiped away. */
export function ZoomStage({ image, command, onZoom, onGo, onClose, onLoad }: ZoomStageProps) {
  const element = useRef<HTMLDivElement>(null);
  const [stage, setStage] = useState<Size>({ width: 0, height: 0 });
  const [zoom, setZoom] = useState<Zoom>({ scale: 0, x: 0, y: 0 });
  const [swipe, setSwipe] = useState<Point>({ x: 0, y: 0 });
  const latest = useRef({ zoom, stage });
  latest.current = { zoom, stage };
  const isFit = zoom.scale <= fitScale(image, stage) * 1.01;

  useLayoutEffect(() => {
    const measure = () => {
      const { clientWidth: width = 0, clientHeight: height = 0 } = element.current ?? {};
      setStage({ width, height });
      setZoom(fitted(image, { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    if (element.current !== null) observer.observe(element.current);
    return () => observer.disconnect();
  }, [image.id]);
  useEffect(() => onZoom(Math.round(zoom.scale * 100), isFit), [zoom.scale, isFit]);

  const zoomTo = (scale: number, point: Point = { x: 0, y: 0 }) =>
    setZoom((now) => zoomedAt(now, scale, point, image, latest.current.stage));
  useEffect(() => {
    if (command === undefined) return;
    const { scale } = latest.current.zoom;
    const least = fitScale(image, latest.current.stage);
    zoomTo({ in: scale * STEP, out: scale / STEP, fit: least, actual: 1 }[command.zoom]);
  }, [command]);
  const gestures = useGestures({ element, image, latest, isFit, setZoom, setSwipe, zoomTo, onGo, onClose });

  const wide = Math.min(devicePixelRatio, MAX_PIXEL_RATIO) * image.width * zoom.scale;
  return (
    <div ref={element} class={isFit ? 'stage' : 'stage zoomed'} {...gestures}>
      <Picture key={image.id} image={image} zoom={zoom} swipe={swipe} width={wide} onLoad={onLoad} />
    </div>
  );
}

interface PictureProps {
  image: ImageInfo;
  zoom: Zoom;
  swipe: Point;
  /** Device pixels. */
  width: number;
  onLoad(): void;
}

/** The thumbnail, until the sharp picture covers it. */
function Picture({ image, zoom, swipe, width, onLoad }: PictureProps) {
  const [failures, setFailures] = useState(0);
  const [loaded, setLoaded] = useState<string>();
  // Zooming in loads a larger picture; zooming out keeps it.
  const widest = useRef(0);
  widest.current = Math.max(widest.current, width);
  const sources = pictureSources(image, widest.current);
  const source = sources[Math.min(failures, sources.length - 1)] ?? '';
  const style = {
    width: `${image.width * zoom.scale}px`,
    height: `${image.height * zoom.scale}px`,
    translate: `calc(-50% + ${zoom.x + swipe.x}px) calc(-50% + ${zoom.y + swipe.y}px)`,
  };
  if (zoom.scale === 0) return null;
  return (
    <div class={zoom.scale >= 3 ? 'stage-picture pixels' : 'stage-picture'} style={style}>
      {loaded === undefined && <img src={image.links.thumbnail} alt="" draggable={false} />}
      <img
        class={image.has_alpha && loaded !== undefined ? 'alpha' : undefined}
        src={source}
        alt={image.alt ?? image.filename}
        draggable={false}
        onLoad={() => {
          setLoaded(source);
          onLoad();
        }}
        onError={() => setFailures((count) => count + 1)}
      />
      {loaded === undefined && failures >= sources.length && <p class="stage-failed">{t('library-lightbox-failed')}</p>}
    </div>
  );
}

interface GestureDeps {
  element: { current: HTMLDivElement | null };
  image: ImageInfo;
  latest: { current: { zoom: Zoom; stage: Size } };
  isFit: boolean;
  setZoom(next: (now: Zoom) => Zoom): void;
  setSwipe(swipe: Point): void;
  zoomTo(scale: number, point?: Point): void;
  onGo(step: -1 | 1): void;
  onClose(): void;
}

/** Pointer and wheel handlers of the stage. */
function useGestures(deps: GestureDeps) {
  const { element, image, latest, isFit, setZoom, setSwipe, zoomTo, onGo, onClose } = deps;
  const pointers = useRef(new Map<number, Point>());
  const start = useRef({ x: 0, y: 0, distance: 0, scale: 1, moved: false, pinched: false });
  const lastTap = useRef(0);

  const fromCentre = (x: number, y: number): Point => {
    const box = element.current?.getBoundingClientRect();
    if (box === undefined) return { x: 0, y: 0 };
    return { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 };
  };
  const pair = (): { middle: Point; distance: number } => {
    const [one = { x: 0, y: 0 }, other = one] = [...pointers.current.values()];
    const middle = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
    return { middle, distance: Math.max(1, Math.hypot(one.x - other.x, one.y - other.y)) };
  };
  const toggle = (event: PointerEvent | MouseEvent) =>
    zoomTo(toggledScale(latest.current.zoom, image, latest.current.stage), fromCentre(event.clientX, event.clientY));

  useEffect(() => {
    // A passive listener could not keep the page from zooming.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      const factor = Math.exp((-event.deltaY * lines * (event.ctrlKey ? 4 : 1)) / 500);
      zoomTo(latest.current.zoom.scale * factor, fromCentre(event.clientX, event.clientY));
    };
    const stage = element.current;
    stage?.addEventListener('wheel', onWheel, { passive: false });
    return () => stage?.removeEventListener('wheel', onWheel);
  }, [image.id]);

  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return;
      element.current?.setPointerCapture(event.pointerId);
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      const { zoom } = latest.current;
      const isPinch = pointers.current.size > 1;
      start.current = {
        x: event.clientX,
        y: event.clientY,
        distance: pair().distance,
        scale: zoom.scale,
        moved: isPinch,
        pinched: isPinch,
      };
    },
    onPointerMove(event: PointerEvent) {
      const before = pointers.current.get(event.pointerId);
      if (before === undefined) return;
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      const begin = start.current;
      if (pointers.current.size > 1) {
        const { middle, distance } = pair();
        return zoomTo((begin.scale * distance) / begin.distance, fromCentre(middle.x, middle.y));
      }
      const moved = { x: event.clientX - begin.x, y: event.clientY - begin.y };
      if (Math.hypot(moved.x, moved.y) > 6) begin.moved = true;
      if (!begin.moved || begin.pinched) return;
      if (!isFit) {
        const step = { x: event.clientX - before.x, y: event.clientY - before.y };
        setZoom((now) => bounded({ ...now, x: now.x + step.x, y: now.y + step.y }, image, latest.current.stage));
      } else if (event.pointerType !== 'mouse') {
        setSwipe(Math.abs(moved.x) > Math.abs(moved.y) ? { x: moved.x, y: 0 } : { x: 0, y: Math.max(0, moved.y) });
      }
    },
    onPointerUp(event: PointerEvent) {
      if (!pointers.current.delete(event.pointerId)) return;
      const { x, y, moved, pinched } = start.current;
      setSwipe({ x: 0, y: 0 });
      if (pinched || pointers.current.size > 0) return;
      const way = { x: event.clientX - x, y: event.clientY - y };
      if (!moved) {
        const isDouble = event.timeStamp - lastTap.current < DOUBLE_TAP_MS;
        lastTap.current = isDouble ? 0 : event.timeStamp;
        if (isDouble) toggle(event);
        return;
      }
      if (!isFit || event.pointerType === 'mouse') return;
      if (Math.abs(way.x) > SWIPE_PX && Math.abs(way.x) > Math.abs(way.y) * 1.3) {
        const isRtl = element.current !== null && getComputedStyle(element.current).direction === 'rtl';
        onGo(way.x < 0 !== isRtl ? 1 : -1);
      } else if (way.y > CLOSE_PX && way.y > Math.abs(way.x) * 1.3) onClose();
    },
    onPointerCancel(event: PointerEvent) {
      pointers.current.delete(event.pointerId);
      setSwipe({ x: 0, y: 0 });
    },
  };
}
