import { posix } from 'node:path';
import { importsOf, type Sources } from './imports.ts';

/** Figures of the TypeScript files in a folder. */
export interface Measures {
  files: number;
  lines: number;
  filesPerThousandLines: number;
  medianLines: number;
  /** Share of the files that exactly one other file imports, without the entries of registers. */
  oneImporterShare: number;
}

/** Files that list all files of a kind. An entry has one importer by design, so that it says nothing of cuts. */
export const REGISTERS: ReadonlySet<string> = new Set([
  'src/catalog/migrate.ts',
  'src/cli/main.ts',
  'src/doors/doors.ts',
  'src/import/open-source.ts',
]);

/** @param sources files by path; only TypeScript files below `folder` count */
export function measure(sources: Sources, folder: string): Measures {
  const files = [...sources].filter(([path]) => path.startsWith(`${folder}/`) && /\.tsx?$/.test(path));
  const lengths = files.map(([, text]) => linesOf(text)).sort((a, b) => a - b);
  const lines = lengths.reduce((sum, length) => sum + length, 0);
  const importers = new Map<string, Set<string>>();
  for (const [from, to] of files.flatMap(([path, text]) => edgesOf(path, text))) {
    importers.set(to, (importers.get(to) ?? new Set()).add(from));
  }
  const others = files.filter(([path]) => ![...(importers.get(path) ?? [])].some((one) => REGISTERS.has(one)));
  const once = others.filter(([path]) => importers.get(path)?.size === 1).length;
  return {
    files: files.length,
    lines,
    filesPerThousandLines: (files.length / lines) * 1_000,
    medianLines: lengths[Math.floor(lengths.length / 2)] ?? 0,
    oneImporterShare: once / others.length,
  };
}

/**
 * The imports between the subfolders of a folder.
 * @returns the number of imports for each pair `subfolder -> subfolder`; a file directly in the folder counts as a subfolder
 */
export function arrowsBetween(sources: Sources, folder: string): Map<string, number> {
  const arrows = new Map<string, number>();
  const subfolderOf = (path: string) => path.slice(folder.length + 1).split('/')[0] ?? '';
  for (const [path, text] of sources) {
    if (!path.startsWith(`${folder}/`) || !path.endsWith('.ts')) continue;
    for (const [from, to] of edgesOf(path, text)) {
      if (!to.startsWith(`${folder}/`) || subfolderOf(from) === subfolderOf(to)) continue;
      const arrow = `${subfolderOf(from)} -> ${subfolderOf(to)}`;
      arrows.set(arrow, (arrows.get(arrow) ?? 0) + 1);
    }
  }
  return arrows;
}

export function linesOf(text: string): number {
  return text.trimEnd().split('\n').length;
}

function edgesOf(path: string, text: string): [from: string, to: string][] {
  const imports = importsOf(path, text, () => {}).filter(({ specifier }) => specifier.startsWith('.'));
  const targets = new Set(imports.map(({ specifier }) => posix.join(posix.dirname(path), specifier)));
  return [...targets].map((target) => [path, target]);
}
