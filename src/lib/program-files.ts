// The bundle in dist/ has no folders of its own: only this module knows where files lie beside the code.
const isBundle = import.meta.url.endsWith('.js');
const PACKAGE = new URL(isBundle ? '../' : '../../', import.meta.url);
const fromPackage = (path: string) => new URL(path, PACKAGE);

/** Files that the program opens at run time, where it runs from its sources and where it is bundled. */
export const PROGRAM_FILES = {
  manifest: fromPackage('package.json'),
  /** Program of a decoder process. */
  decoder: fromPackage(isBundle ? 'dist/decoder.js' : 'src/imaging/decoder.ts'),
  /** Folder of the style sheets, scripts and drawings of the pages; ends in a slash. */
  assets: fromPackage(isBundle ? 'dist/assets/' : 'src/http/assets/'),
  /** Folder of the built web application; ends in a slash. */
  webApp: fromPackage('web/dist/'),
} as const;
