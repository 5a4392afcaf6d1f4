import { readFileSync } from 'node:fs';
import { PROGRAM_FILES } from './lib/program-files.ts';

const manifest = JSON.parse(readFileSync(PROGRAM_FILES.manifest, 'utf8')) as { version: string; gitHead?: string };

/** Version of this package. */
export const VERSION = manifest.version;

/** The commit that this package was built from, under the name that npm gives it. */
export const COMMIT = manifest.gitHead ?? 'unknown';
