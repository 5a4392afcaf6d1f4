// The page of an image: zoom, the share sheet, and the neighbours in an album by keys and swipes.
const stage = document.querySelector('.stage');
const light = stage.querySelector('.light');
const frame = stage.querySelector('.frame');
const picture = stage.querySelector('.picture');
const sizer = stage.querySelector('.sizer');
const MAX_SCALE = 16;
const STEP = 1.5;
const DRAG_PX = 5;
const SWIPE_PX = 60;
/** Width of the picture at 100 %, in CSS pixels; small pictures are enlarged by a whole number. */
const fullWidth = sizer.width;
const ratio = sizer.height / sizer.width;
const isRightToLeft = document.documentElement.dir === 'rtl';
const pointers = new Map();
let pinched;
let dragged;
let wasDragged = false;

const shownScale = () => frame.clientWidth / fullWidth;
const fitScale = () => Math.min(1, light.clientWidth / fullWidth, light.clientHeight / (fullWidth * ratio));
const isScaled = () => stage.classList.contains('scaled');

/** Shows the whole picture. */
function fit() {
  stage.classList.remove('scaled');
  stage.classList.add('whole');
  frame.style.width = '';
  frame.style.height = '';
  showPressed();
}

/** @param at a point of the window that stays where it is; the middle by default */
function zoomTo(scale, at) {
  if (!isScaled()) stage.classList.add('whole');
  const wanted = Math.min(MAX_SCALE, Math.max(Math.min(fitScale(), 1), scale));
  const box = light.getBoundingClientRect();
  const x = (at?.clientX ?? box.left + box.width / 2) - box.left;
  const y = (at?.clientY ?? box.top + box.height / 2) - box.top;
  const before = frame.getBoundingClientRect();
  const across = (x + box.left - before.left) / before.width;
  const down = (y + box.top - before.top) / before.height;
  stage.classList.add('scaled');
  const width = Math.round(fullWidth * wanted);
  frame.style.width = `${width}px`;
  frame.style.height = `${Math.round(width * ratio)}px`;
  if (picture.srcset !== '') picture.sizes = `${width}px`;
  const after = frame.getBoundingClientRect();
  light.scrollLeft += after.left + across * after.width - (x + box.left);
  light.scrollTop += after.top + down * after.height - (y + box.top);
  showPressed();
}

function showPressed() {
  const scale = isScaled() ? shownScale() : undefined;
  const isWhole = stage.classList.contains('whole') && scale === undefined;
  stage.querySelector('[data-zoom="fit"]').setAttribute('aria-pressed', String(isWhole));
  stage.querySelector('[data-zoom="actual"]').setAttribute('aria-pressed', String(scale === 1));
}

const ACTIONS = {
  fit,
  actual: () => zoomTo(1),
  in: () => zoomTo(shownScale() * STEP),
  out: () => (shownScale() / STEP <= fitScale() ? fit() : zoomTo(shownScale() / STEP)),
};

stage.addEventListener('click', (event) => {
  const { zoom } = event.target.dataset;
  if (zoom !== undefined) return ACTIONS[zoom]();
  // Enter on the link opens the original, as without this script. So does a click with another key.
  const isPlain = event.detail > 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!isPlain || event.target.closest('.frame') === null) return;
  event.preventDefault();
  if (wasDragged) return;
  if (isScaled()) fit();
  else zoomTo(shownScale() < 1 ? 1 : 2, event);
});

stage.addEventListener(
  'wheel',
  (event) => {
    // Browsers send a pinch on a touchpad as the wheel with the control key.
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    zoomTo(shownScale() * Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.004)), event);
  },
  { passive: false },
);

light.addEventListener('pointerdown', (event) => {
  pointers.set(event.pointerId, event);
  wasDragged = false;
  if (pointers.size === 2) pinched = { distance: distanceOf(pointers), scale: shownScale() };
  else if (event.pointerType === 'mouse' && event.button === 0 && isScaled()) {
    dragged = { x: event.clientX, y: event.clientY, left: light.scrollLeft, top: light.scrollTop };
  }
});
addEventListener('pointermove', (event) => {
  if (!pointers.has(event.pointerId)) return;
  pointers.set(event.pointerId, { ...pointOf(event), start: pointers.get(event.pointerId) });
  if (pinched !== undefined && pointers.size === 2) {
    wasDragged = true;
    const [one, two] = [...pointers.values()];
    const middle = { clientX: (one.clientX + two.clientX) / 2, clientY: (one.clientY + two.clientY) / 2 };
    zoomTo((pinched.scale * distanceOf(pointers)) / pinched.distance, middle);
  } else if (dragged !== undefined) {
    const { x, y, left, top } = dragged;
    if (Math.hypot(event.clientX - x, event.clientY - y) > DRAG_PX) wasDragged = true;
    light.scrollTo(left - (event.clientX - x), top - (event.clientY - y));
  }
});
for (const type of ['pointerup', 'pointercancel']) {
  addEventListener(type, ({ pointerId }) => {
    if (!pointers.delete(pointerId)) return;
    dragged = undefined;
    if (pinched !== undefined && pointers.size < 2) pinched = undefined;
  });
}
// The browser would drag the picture itself.
frame.addEventListener('dragstart', (event) => isScaled() && event.preventDefault());

function pointOf({ clientX, clientY }) {
  return { clientX, clientY };
}

function distanceOf(all) {
  const [one, two] = [...all.values()];
  return Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
}

let swipe;
light.addEventListener('touchstart', ({ touches }) => {
  swipe = touches.length === 1 && !isScaled() ? pointOf(touches[0]) : undefined;
});
light.addEventListener('touchend', ({ changedTouches }) => {
  if (swipe === undefined) return;
  const { clientX, clientY } = changedTouches[0];
  const [across, down] = [clientX - swipe.clientX, clientY - swipe.clientY];
  // A panorama scrolls sideways first.
  const isSideways = Math.abs(across) > SWIPE_PX && Math.abs(across) > 2 * Math.abs(down);
  if (!isSideways || light.scrollWidth > light.clientWidth) return;
  wasDragged = true;
  step(across < 0 !== isRightToLeft ? 'next' : 'prev');
});

const KEYS = { '+': 'in', '=': 'in', '-': 'out', 0: 'fit', 1: 'actual' };
addEventListener('keydown', (event) => {
  const isTyping = event.target.closest?.('input, textarea, select, dialog') !== null;
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  if (KEYS[event.key] !== undefined) return ACTIONS[KEYS[event.key]]();
  if (isScaled()) return;
  if (event.key === 'ArrowRight') step(isRightToLeft ? 'prev' : 'next');
  if (event.key === 'ArrowLeft') step(isRightToLeft ? 'next' : 'prev');
});

/** Goes to the neighbour in an album. */
function step(direction) {
  document.querySelector(`a[rel="${direction}"]`)?.click();
}

// The next picture is loaded ahead at the width at which it will be shown.
const ahead = document.querySelector('a[rel="next"][data-picture]');
if (ahead !== null && navigator.connection?.saveData !== true) {
  addEventListener('load', () => {
    const image = new Image();
    image.sizes = ahead.dataset.sizes;
    image.srcset = ahead.dataset.sources;
    image.src = ahead.dataset.picture;
  });
}

const shareButton = document.querySelector('[data-share]');
if (typeof navigator.share === 'function') {
  shareButton.hidden = false;
  shareButton.addEventListener('click', () => {
    // The visitor may close the sheet, which is no failure.
    navigator.share({ title: picture.alt, url: shareButton.dataset.share }).catch(() => {});
  });
}
