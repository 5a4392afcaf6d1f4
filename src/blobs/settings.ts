import { anyText, integer } from '../lib/env.ts';

export const storageSettings = {
  dataDir: {
    name: 'IMGD_DATA_DIR',
    default: './data',
    parse: anyText,
    meaning: 'Directory of the SQLite file, the blobs and the temporary files; one file system.',
  },
  scrubBytesPerSecond: {
    name: 'IMGD_SCRUB_BYTES_PER_SECOND',
    default: String(2 ** 20),
    parse: integer(0),
    meaning: 'How fast stored bytes are read again in the background to find bit rot; 0 = not at all.',
  },
  minFreeBytes: {
    name: 'IMGD_MIN_FREE_BYTES',
    default: String(256 * 2 ** 20),
    parse: integer(0),
    meaning: 'Uploads are refused while fewer bytes than this are free; reading and deleting go on.',
  },
};
