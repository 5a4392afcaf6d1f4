import { availableParallelism } from 'node:os';
import { integer } from '../lib/env.ts';

export const imagingSettings = {
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
