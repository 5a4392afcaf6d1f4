import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// The bundle in dist/ has no folders of its own: only this module knows where files lie beside the code.
const isBundle = import.meta.url.endsWith('.js');
const PACKAGE = new URL(isBundle ? '../' : '../../', import.meta.url);
const fromPackage = (path: string) => new URL(path, PACKAGE);
/** Where processes and threads are started from. */
let programs: 'dist' | 'src' = isBundle ? 'dist' : 'src';

/**
 * Starts processes and threads from the bundle although this process runs from the sources: they load in a quarter of the
 * processor time. To be called before any is started, and only where the bundle is made of these sources.
 */
export function startBundledPrograms(): void {
  programs = 'dist';
}

const programOf = (source: string, bundled: string) => fromPackage(programs === 'dist' ? bundled : source);

/** The files and folders of the program that a decoder process reads, also the dependencies beside an installed package. */
function filesOfDecoder(): string[] {
  const folders = [new URL('./', PACKAGE)];
  for (let at = PACKAGE; at.pathname !== '/'; at = new URL('../', at)) folders.push(new URL('../', at));
  const own = ['package.json', ...new Set([isBundle ? 'dist' : 'src', programs])].map((name) =>
    fileURLToPath(fromPackage(name)),
  );
  return [...own, ...folders.map((folder) => fileURLToPath(new URL('node_modules', folder)))].filter(existsSync);
}

/** Files that the program opens at run time, where it runs from its sources and where it is bundled. */
export const PROGRAM_FILES = {
  manifest: fromPackage('package.json'),
  /** Program of a decoder process. */
  get decoder() {
    return programOf('src/imaging/decoder.ts', 'dist/decoder.js');
  },
  get filesOfDecoder() {
    return filesOfDecoder();
  },
  /** Program of a thread that hashes passwords. */
  get hashThread() {
    return programOf('src/identity/hash-thread.ts', 'dist/hash-thread.js');
  },
  /** Program of the thread that writes the SQLite catalog. */
  get sqliteThread() {
    return programOf('src/catalog/engine/sqlite-thread.ts', 'dist/sqlite-thread.js');
  },
  /** Folder of the style sheets, scripts and drawings of the pages; ends in a slash. */
  assets: fromPackage(isBundle ? 'dist/assets/' : 'src/http/assets/'),
  /** Folder of the texts, by language; ends in a slash. */
  locales: fromPackage('locales/'),
  /** Folder of the built web application; ends in a slash. */
  webApp: fromPackage('web/dist/'),
} as const;
