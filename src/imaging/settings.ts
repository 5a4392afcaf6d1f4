import { availableParallelism } from 'node:os';
import { INPUT_FORMATS, type InputFormat, isInputFormat } from '../core/formats.ts';
import { integer, list, oneOf } from '../lib/env.ts';

export const imagingSettings = {
  formats: {
    name: 'IMGD_FORMATS',
    default: INPUT_FORMATS.join(','),
    parse: formats,
    meaning: 'The formats that are accepted, separated by commas; leave one out to switch it off.',
  },
  keepMetadata: {
    name: 'IMGD_KEEP_METADATA',
    default: 'false',
    parse: (text: string) => oneOf('true', 'false')(text) === 'true',
    meaning:
      'Whether EXIF (with positions), XMP, IPTC and comments stay in the images (`true`) or are removed (`false`). Hidden data goes in any case.',
  },
  thumbnails: {
    name: 'IMGD_THUMBNAILS',
    default: 'eager',
    parse: oneOf('eager', 'lazy'),
    meaning:
      'When an upload is decoded: `eager` = before it is answered, so that what is stored is known to decode; `lazy` = when its thumbnail is first asked for, so that many images are taken in quickly.',
  },
  variantWidths: {
    name: 'IMGD_VARIANTS',
    default: '160,320,640,1280,1920',
    parse: widths,
    meaning:
      'Widths in pixels in which images can be asked for at `/v/<id>/<width>.<ext>`, separated by commas; empty = none.',
  },
  avifBudgetSeconds: {
    name: 'IMGD_AVIF_BUDGET_SECONDS',
    default: '5',
    parse: integer(1, 3600),
    meaning: 'Seconds that the making of an AVIF variant may take; beyond them it is made as WebP.',
  },
  processes: {
    name: 'IMGD_DECODER_PROCESSES',
    default: String(availableParallelism()),
    parse: integer(1, 256),
    meaning: 'Decoder processes; the default is one for each core.',
  },
  maxWaiting: {
    name: 'IMGD_DECODER_QUEUE',
    default: '64',
    parse: integer(1, 100_000),
    meaning: 'Images that may wait for a decoder; beyond it uploads are answered 503.',
  },
  uploadsAtOnce: {
    name: 'IMGD_UPLOADS_AT_ONCE',
    default: '0',
    parse: integer(0, 100_000),
    meaning:
      'Uploads that may be under way at once; beyond it they are answered 503 before their body is read. From then on the queue for the decoders is kept short, until nothing has been refused for a second. 0 = ten for each decoder process, 20 at least.',
  },
  timeoutSeconds: {
    name: 'IMGD_DECODER_TIMEOUT_SECONDS',
    default: '30',
    parse: integer(1, 3600),
    meaning: 'Seconds that the decoding of one image may take.',
  },
  addressSpaceKib: {
    name: 'IMGD_DECODER_ADDRESS_SPACE_KIB',
    default: '2500000',
    parse: integer(1_600_000, 1_000_000_000),
    meaning: 'Address space of a decoder process in KiB.',
  },
};

function widths(text: string): number[] {
  const found = list(text).map(integer(1, 65_535));
  return [...new Set(found)].sort((a, b) => a - b);
}

function formats(text: string): InputFormat[] {
  const names = list(text.toUpperCase());
  const wrong = names.find((name) => !isInputFormat(name));
  if (wrong !== undefined || names.length === 0) {
    throw new Error(`must name at least one of ${INPUT_FORMATS.join(', ')}${wrong ? `, and not "${wrong}"` : ''}`);
  }
  return names.filter(isInputFormat);
}
