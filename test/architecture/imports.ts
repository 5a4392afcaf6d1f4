/** A source file's path from the root of the repository, with slashes, and its text. */
export type Sources = ReadonlyMap<string, string>;

export interface Import {
  /** The file that imports. */
  path: string;
  specifier: string;
  /** `import type` and `export type`, which leave no trace at run time. */
  isType: boolean;
}

const SPECIFIER = `['"]([^'"\\n]+)['"]`;
/** Static ones with all their names, which may spread over lines; only comments could hold a quote or a semicolon there. */
const STATIC = new RegExp(`^[ \\t]*(?:import|export)\\s+(?:type\\s+)?[\\w$*{}\\s,]*?\\bfrom\\s*${SPECIFIER}`, 'gm');
const TYPE = /^\s*(?:import|export)\s+type\b/;
const SIDE_EFFECT = new RegExp(`^[ \\t]*import\\s*${SPECIFIER}`, 'gm');
const CALL = new RegExp(
  `(?<![\\w.$])(?:import|require|require\\.resolve|import\\.meta\\.resolve)\\(\\s*${SPECIFIER}`,
  'g',
);

/** Where something is imported, read or not: each of these must be one that was read. */
const ANY_STATIC = /^[ \t]*(?:import\b(?!\s*[.(])|export\s+(?:type\s+)?(?:\*|\{[^}]*\}\s*from\b))/gm;
const ANY_CALL = /(?<![\w.$])(?:import|require|require\.resolve|import\.meta\.resolve)\((?!\))/g;

/**
 * Every module that a file names: static imports and re-exports, types too, `import()`, `require()` and their `resolve`.
 * @param unreadable is told of files that import in a way that cannot be read, such as a computed name
 */
export function importsOf(path: string, text: string, unreadable: (path: string) => void): Import[] {
  const code = withoutComments(text);
  const statics = [STATIC, SIDE_EFFECT].flatMap((pattern) => [...code.matchAll(pattern)]);
  const calls = [...code.matchAll(CALL)];
  if (count(code, ANY_STATIC) !== statics.length || count(code, ANY_CALL) !== calls.length) unreadable(path);
  return [...statics, ...calls].map(([whole, specifier = '']) => ({ path, specifier, isType: TYPE.test(whole) }));
}

/** The text with comments that stand on lines of their own made blank; line numbers stay. */
export function withoutComments(text: string): string {
  return text.replace(/^[ \t]*(?:\/\/.*|\/\*[\s\S]*?\*\/)/gm, (comment) => comment.replace(/[^\n]/g, ''));
}

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length;
}
