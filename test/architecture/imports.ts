/** Source files: the path from the root of the repository, with slashes, to the text. */
export type Sources = ReadonlyMap<string, string>;

export interface Import {
  /** The file that imports. */
  path: string;
  specifier: string;
  /** `import type` and `export type`, which do not exist at run time. */
  isType: boolean;
}

const SPECIFIER = `['"]([^'"\\n]+)['"]`;
/** Static imports, whose names may span lines. Only a comment can contain a quote or a semicolon there. */
const STATIC = new RegExp(`^[ \\t]*(?:import|export)\\s+(?:type\\s+)?[\\w$*{}\\s,]*?\\bfrom\\s*${SPECIFIER}`, 'gm');
const TYPE = /^\s*(?:import|export)\s+type\b/;
const SIDE_EFFECT = new RegExp(`^[ \\t]*import\\s*${SPECIFIER}`, 'gm');
const CALL = new RegExp(
  `(?<![\\w.$])(?:import|require|require\\.resolve|import\\.meta\\.resolve)\\(\\s*${SPECIFIER}`,
  'g',
);

/** Every position of an import. The other patterns must match each of them. */
const ANY_STATIC = /^[ \t]*(?:import\b(?!\s*[.(])|export\s+(?:type\s+)?(?:\*|\{[^}]*\}\s*from\b))/gm;
const ANY_CALL = /(?<![\w.$])(?:import|require|require\.resolve|import\.meta\.resolve)\((?!\))/g;

/**
 * All imports of a file: static imports and re-exports, also of types, `import()`, `require()` and their `resolve`.
 * @param unreadable is called for a file with an import that the patterns do not match, such as a computed name
 */
export function importsOf(path: string, text: string, unreadable: (path: string) => void): Import[] {
  const code = withoutComments(text);
  const statics = [STATIC, SIDE_EFFECT].flatMap((pattern) => [...code.matchAll(pattern)]);
  const calls = [...code.matchAll(CALL)];
  if (count(code, ANY_STATIC) !== statics.length || count(code, ANY_CALL) !== calls.length) unreadable(path);
  return [...statics, ...calls].map(([whole, specifier = '']) => ({ path, specifier, isType: TYPE.test(whole) }));
}

/** The text with comments on their own lines blanked out. Line numbers do not change. */
export function withoutComments(text: string): string {
  return text.replace(/^[ \t]*(?:\/\/.*|\/\*[\s\S]*?\*\/)/gm, (comment) => comment.replace(/[^\n]/g, ''));
}

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length;
}
