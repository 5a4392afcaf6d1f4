import { availableParallelism } from 'node:os';
import { INPUT_FORMATS, type InputFormat, isInputFormat } from '../core/formats.ts';
import { fitsVariant, type VariantPreset } from '../core/links.ts';
import { integer, list, oneOf } from '../lib/setting-parsers.ts';

export const imagingSettings = {
  formats: {
    name: 'IMGD_FORMATS',
    default: INPUT_FORMATS.join(','),
    parse: formats,
    meaning: 'Accepted formats, separated by commas. Uploads in any other format are refused.',
  },
  keepMetadata: {
    name: 'IMGD_KEEP_METADATA',
    default: 'false',
    parse: (text: string) => oneOf('true', 'false')(text) === 'true',
    meaning:
      '`false` removes EXIF (including GPS positions), XMP, IPTC and comments from images; `true` keeps them. Hidden data is always removed.',
  },
  thumbnails: {
    name: 'IMGD_THUMBNAILS',
    default: 'eager',
    parse: oneOf('eager', 'lazy'),
    meaning:
      'When an upload is decoded. `eager`: before the response, so that every stored image is known to decode. `lazy`: at the first request for its thumbnail, so that many images can be uploaded quickly; PNG is still inflated, and progressive JPEG and still WebP are decoded, to find hidden bytes.',
  },
  variantWidths: {
    name: 'IMGD_VARIANTS',
    default: '160,320,640,1280,1920',
    parse: widths,
    meaning: 'Widths in pixels that are available at `/v/<id>/<width>.<ext>`, separated by commas; empty = none.',
  },
  variantPresets: {
    name: 'IMGD_VARIANT_PRESETS',
    default: '',
    parse: parsePresets,
    meaning:
      'Further variants at `/v/<id>/<name>.<ext>`, separated by semicolons, such as `square=400x400,fit=cover,quality=80; banner=1200x400; tall=x900`. `inside` (the default) shows the whole picture within the box, `cover` fills it and cuts the rest off; no picture is enlarged. Empty = none.',
  },
  avifBudgetSeconds: {
    name: 'IMGD_AVIF_BUDGET_SECONDS',
    default: '5',
    parse: integer(1, 3600),
    meaning: 'Time limit in seconds for encoding an AVIF variant. If it takes longer, the variant is WebP.',
  },
  processes: {
    name: 'IMGD_DECODER_PROCESSES',
    default: String(availableParallelism()),
    parse: integer(1, 256),
    meaning: 'Number of decoder processes; the default is one for each core.',
  },
  maxWaiting: {
    name: 'IMGD_DECODER_QUEUE',
    default: '64',
    parse: integer(1, 100_000),
    meaning:
      'Uploads that may wait for a decoder process, and as many variants and thumbnails. In a full queue the caller with the most waiting jobs gets 503.',
  },
  uploadsAtOnce: {
    name: 'IMGD_UPLOADS_AT_ONCE',
    default: '0',
    parse: integer(0, 100_000),
    meaning:
      'Concurrent uploads. Further uploads get 503 before their body is read, and the queue for the decoders is kept short until no upload has been refused for one second. Each decoder process adds one slot for addresses without an upload in progress. 0 = ten for each decoder process, at least 20.',
  },
  timeoutSeconds: {
    name: 'IMGD_DECODER_TIMEOUT_SECONDS',
    default: '30',
    parse: integer(1, 3600),
    meaning:
      'Time limit in seconds for decoding one image, on the wall clock. Its CPU time has a limit of its own, by pixels and bytes.',
  },
  addressSpaceKib: {
    name: 'IMGD_DECODER_ADDRESS_SPACE_KIB',
    default: '2500000',
    parse: integer(1_600_000, 1_000_000_000),
    meaning: 'Limit of the address space of a decoder process, in KiB.',
  },
  sandbox: {
    name: 'IMGD_SANDBOX',
    default: 'auto',
    parse: oneOf('auto', 'require', 'off'),
    meaning: 'Sandbox of the decoders: `auto` = where bubblewrap works, `require` = start only with it, `off` = none.',
  },
};

function widths(text: string): number[] {
  return [...new Set(list(text).map(integer(1, 65_535)))].sort((a, b) => a - b);
}

function formats(text: string): InputFormat[] {
  const names = list(text.toUpperCase());
  const wrong = names.find((name) => !isInputFormat(name));
  if (wrong !== undefined || names.length === 0) {
    throw new Error(`must name at least one of ${INPUT_FORMATS.join(', ')}${wrong ? `, and not "${wrong}"` : ''}`);
  }
  return names.filter(isInputFormat);
}

const MAX_PRESETS = 20;
const NAME = /^[a-z][a-z0-9-]{0,31}$/;
const BOX = /^(\d{0,5})x(\d{0,5})$/;

/**
 * Parses the presets of the operator: `square=400x400,fit=cover,quality=80; banner=1200x400`. One side may be left out
 * with `inside`, which is the default.
 * @throws Error that says what is wrong with which preset
 */
export function parsePresets(text: string): readonly VariantPreset[] {
  const presets = text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(parsePreset);
  if (presets.length > MAX_PRESETS) throw new Error(`at most ${MAX_PRESETS} presets`);
  const names = presets.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new Error(`"${twice}" is there twice`);
  return presets;
}

function parsePreset(text: string): VariantPreset {
  const [definition = '', ...options] = text.split(',').map((part) => part.trim());
  const at = definition.indexOf('=');
  const [name, box] = [definition.slice(0, at).trim(), definition.slice(at + 1).trim()];
  const wrong = (rule: string) => new Error(`"${at < 0 ? definition : name}": ${rule}`);
  if (at < 0 || !NAME.test(name)) {
    throw wrong('a preset is a name of a-z, 0-9 and "-" that begins with a letter, "=", and a size such as 400x300');
  }
  const [, width = '', height = ''] = BOX.exec(box) ?? [];
  const sides = { width: width === '' ? null : Number(width), height: height === '' ? null : Number(height) };
  if (sides.width === null && sides.height === null) throw wrong('the size is two numbers of pixels, such as 400x300');
  if (!fitsVariant({ width: sides.width ?? 1, height: sides.height ?? 1 })) throw wrong('its sides are out of bounds');
  const preset: VariantPreset = { name, ...sides, fit: 'inside', quality: null };
  for (const option of options) {
    const [, key, value = ''] = /^(fit|quality)=(.*)$/.exec(option) ?? [];
    if (key === 'fit' && (value === 'cover' || value === 'inside')) preset.fit = value;
    else if (key === 'quality' && /^([1-9]\d?|100)$/.test(value)) preset.quality = Number(value);
    else throw wrong(`"${option}" is neither fit=cover, fit=inside nor quality=1 to quality=100`);
  }
  if (preset.fit === 'cover' && (width === '' || height === '')) throw wrong('fit=cover needs both sides');
  return Object.freeze(preset);
}
