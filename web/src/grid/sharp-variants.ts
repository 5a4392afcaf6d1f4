import type { ImageInfo } from '../../../src/api/images.ts';

/** Preset of the variants that grids use. */
const PRESET = 640;
/** A thumbnail may be enlarged by this factor before a variant replaces it. */
const MAX_ENLARGEMENT = 1.25;
/** The same on a slow connection, where more bytes delay other pictures. */
const MAX_ENLARGEMENT_IF_SLOW = 2.5;
/** A connection below this is slow, in megabits per second. */
const SLOW_MBITS = 2;
/** More pixels than this for each CSS pixel are not visible at arm's length. */
const MAX_PIXEL_RATIO = 2;
/** Images whose variants one browser requests in an hour. The server makes 300 for an address; the rest is for others. */
const MAX_NEW_AN_HOUR = 200;
const HOUR_MS = 3_600_000;
/** After this many failures in sequence the variants rest for a while: the window of the server is used up. */
const MAX_FAILURES = 3;
const PAUSE_MS = 600_000;
/** Images that this browser is known to have a variant of. They cost nothing. */
const MAX_KNOWN = 3_000;
const KEY = 'imgd.variants';

interface Used {
  /** Unix time in milliseconds. */
  since: number;
  count: number;
  /** Ids of images, the oldest first. */
  known: string[];
}

let used: Used | undefined;
let known: Set<string> | undefined;
let failures = 0;
let pausedUntil = 0;
let saveTimer: ReturnType<typeof setTimeout> | undefined;

/** The address of a variant. */
export function variantUrl({ id, links }: Pick<ImageInfo, 'id' | 'links'>, preset: number): string {
  return `${links.direct.slice(0, links.direct.lastIndexOf('/i/'))}/v/${id}/${preset}.webp`;
}

/** `srcset` and `sizes` of a picture that is wider on the screen than its thumbnail. */
export interface SharpPicture {
  srcset: string;
  sizes: string;
}

/**
 * The sharper version of a thumbnail that covers a tile.
 * @param tile CSS pixels
 * @returns undefined when the thumbnail is sharp enough, when there is nothing sharper, or when this hour's variants are
 * used up
 */
export function sharpPicture(
  image: Pick<ImageInfo, 'id' | 'width' | 'links' | 'thumbnail'>,
  tile: { width: number; height: number },
  pixelRatio: number,
): SharpPicture | undefined {
  const { thumbnail } = image;
  if (thumbnail.width <= 0 || thumbnail.height <= 0) return undefined;
  const shown = Math.max(tile.width / thumbnail.width, tile.height / thumbnail.height);
  const most = isSlowConnection() ? MAX_ENLARGEMENT_IF_SLOW : MAX_ENLARGEMENT;
  const isSharp = shown * Math.min(pixelRatio, MAX_PIXEL_RATIO) <= most;
  if (isSharp || image.width <= thumbnail.width * MAX_ENLARGEMENT || !mayUse(image.id)) return undefined;
  const wider = Math.min(PRESET, image.width);
  return {
    srcset: `${image.links.thumbnail} ${thumbnail.width}w, ${variantUrl(image, PRESET)} ${wider}w`,
    sizes: `${Math.round(thumbnail.width * shown)}px`,
  };
}

/** Whether the user saves data, or the browser says that the connection is slow (Network Information API). */
function isSlowConnection(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; downlink?: number } };
  return connection?.saveData === true || (connection?.downlink ?? SLOW_MBITS) < SLOW_MBITS;
}

/** Records that a variant could not be loaded. */
export function noteVariantFailure(): void {
  failures += 1;
  if (failures < MAX_FAILURES) return;
  failures = 0;
  pausedUntil = Date.now() + PAUSE_MS;
}

/** Records that a variant was loaded. */
export function noteVariantSuccess(): void {
  failures = 0;
}

function mayUse(id: string): boolean {
  const now = Date.now();
  if (now < pausedUntil) return false;
  used ??= readUsed(now);
  known ??= new Set(used.known);
  if (known.has(id)) return true;
  if (now - used.since > HOUR_MS) used = { ...used, since: now, count: 0 };
  if (used.count >= MAX_NEW_AN_HOUR) return false;
  used.count += 1;
  known.add(id);
  clearTimeout(saveTimer);
  saveTimer = setTimeout(save, 1_000);
  return true;
}

function readUsed(now: number): Used {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '') as Partial<Used>;
    if (typeof stored.since === 'number' && typeof stored.count === 'number' && Array.isArray(stored.known)) {
      return { since: stored.since, count: stored.count, known: stored.known };
    }
  } catch {
    // Without local storage, the count begins with each visit.
  }
  return { since: now, count: 0, known: [] };
}

function save(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...used, known: [...(known ?? [])].slice(-MAX_KNOWN) }));
  } catch {
    // Without local storage, the count begins with each visit.
  }
}
