import { availableParallelism } from 'node:os';
import { INPUT_FORMATS, type InputFormat, isInputFormat } from '../core/formats.ts';
import { integer, list, oneOf } from '../lib/env.ts';

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
      'When an upload is decoded. `eager`: before the response, so that every stored image is known to decode. `lazy`: at the first request for its thumbnail, so that many images can be uploaded quickly.',
  },
  variantWidths: {
    name: 'IMGD_VARIANTS',
    default: '160,320,640,1280,1920',
    parse: widths,
    meaning: 'Widths in pixels that are available at `/v/<id>/<width>.<ext>`, separated by commas; empty = none.',
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
    meaning: 'Images that may wait for a decoder process. Further uploads get 503.',
  },
  uploadsAtOnce: {
    name: 'IMGD_UPLOADS_AT_ONCE',
    default: '0',
    parse: integer(0, 100_000),
    meaning:
      'Concurrent uploads. Further uploads get 503 before their body is read, and the queue for the decoders is kept short until no upload has been refused for one second. 0 = ten for each decoder process, at least 20.',
  },
  timeoutSeconds: {
    name: 'IMGD_DECODER_TIMEOUT_SECONDS',
    default: '30',
    parse: integer(1, 3600),
    meaning: 'Time limit in seconds for decoding one image.',
  },
  addressSpaceKib: {
    name: 'IMGD_DECODER_ADDRESS_SPACE_KIB',
    default: '2500000',
    parse: integer(1_600_000, 1_000_000_000),
    meaning: 'Limit of the address space of a decoder process, in KiB.',
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
