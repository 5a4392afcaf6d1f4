import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { findCycles } from './cycles.ts';
import { type Import, importsOf, type Sources, withoutComments } from './imports.ts';
import {
  ARROWS,
  CORE_BUILTINS,
  PACKAGE_ARROWS,
  PACKAGE_USERS,
  type Reach,
  ROOT_ARROWS,
  VENDOR_HOMES,
} from './rules.ts';

/**
 * Checks source files against the rules of the architecture.
 * @param sources all files; only those in `src/` are checked
 * @returns one sentence for each violation
 */
export function checkArchitecture(sources: Sources): string[] {
  const found: string[] = [];
  const edges: [from: string, to: string][] = [];
  for (const [path, text] of sources) {
    if (path.startsWith('packages/')) found.push(...packageFileProblems(path, text));
    if (!path.startsWith('src/') || !path.endsWith('.ts')) continue;
    found.push(...folderProblems(path), ...textProblems(path, text));
    const imports = importsOf(path, text, () => found.push(`${path} has an import that the test cannot read`));
    for (const one of imports) {
      if (one.specifier.startsWith('.')) {
        const target = posix.join(posix.dirname(path), one.specifier);
        edges.push([path, target]);
        found.push(...relativeProblems(one, target, sources));
      } else {
        found.push(...packageProblems(one));
      }
    }
  }
  return [...found, ...findCycles(edges).map((cycle) => `import cycle: ${cycle.join(' -> ')}`)];
}

/** Files of the packages import their own folder, what the table allows, and Node.js; those of the client not even that. */
function packageFileProblems(path: string, text: string): string[] {
  const [, name = ''] = path.split('/');
  const allowed = [`packages/${name}/src/`, ...(PACKAGE_ARROWS[name] ?? [])];
  const isNeutral = name === 'client' && !path.endsWith('/node.ts');
  return importsOf(path, text, () => {}).flatMap(({ specifier }) => {
    const target = posix.join(posix.dirname(path), specifier);
    const isAllowed = specifier.startsWith('.')
      ? allowed.some((one) => target.startsWith(one))
      : (specifier.startsWith('node:') || VENDOR_HOMES[specifier] === `packages/${name}/src/`) && !isNeutral;
    return isAllowed ? [] : [`${path} may not import ${specifier.startsWith('.') ? target : specifier}`];
  });
}

/** The folder of a file within src; `root` for files directly in src. */
function folderOf(path: string): string {
  const [, folder = '', ...rest] = path.split('/');
  return rest.length === 0 ? 'root' : folder;
}

function arrowsOf(path: string): (typeof ARROWS)[string] | undefined {
  const folder = folderOf(path);
  return folder === 'root' ? ROOT_ARROWS[posix.basename(path)] : ARROWS[folder];
}

function folderProblems(path: string): string[] {
  if (arrowsOf(path) !== undefined) return [];
  return [folderOf(path) === 'root' ? `${path} is an unknown file` : `${path} is in an unknown folder`];
}

function textProblems(path: string, text: string): string[] {
  const code = withoutComments(text);
  const found: string[] = [];
  const mayReadEnvironment = path === 'src/config.ts' || path.startsWith('src/cli/');
  if (!mayReadEnvironment && /\bprocess\s*(?:\?\.|\.)\s*env\b|\bprocess\s*(?:\?\.)?\[/.test(code)) {
    found.push(`${path} reads process.env`);
  }
  if (/(?<![\w.$])console\s*(?:\?\.|\.|\[)/.test(code)) found.push(`${path} writes to the console`);
  return found;
}

function relativeProblems({ path, specifier }: Import, target: string, sources: Sources): string[] {
  if (!specifier.endsWith('.ts')) return [`${path} imports ${specifier}, which does not end in .ts`];
  const isPackage = PACKAGE_USERS[folderOf(path)]?.some((one) => target.startsWith(one)) === true;
  if (isPackage) return [];
  if (!target.startsWith('src/')) return [`${path} imports ${specifier}, which is outside src`];
  if (!sources.has(target)) return [`${path} imports ${specifier}, which does not exist`];
  const [from, to] = [folderOf(path), folderOf(target)];
  if (from === to && from !== 'root') return [];
  const reach = arrowsOf(path)?.[to];
  const inside = to === 'root' ? posix.basename(target) : target.slice(`src/${to}/`.length);
  return reach !== undefined && reaches(reach, inside) ? [] : [`${path} may not import ${target}`];
}

function reaches(reach: Reach, inside: string): boolean {
  if (reach === 'all') return true;
  if ('except' in reach) return !inside.startsWith(reach.except);
  return reach.includes(inside);
}

function packageProblems({ path, specifier }: Import): string[] {
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  const home = VENDOR_HOMES[name];
  if (home !== undefined) {
    const homes = typeof home === 'string' ? [home] : home;
    const isHome = homes.some((one) => path === one || (one.endsWith('/') && path.startsWith(one)));
    return isHome ? [] : [`${path} may not import ${name}`];
  }
  const folder = folderOf(path);
  if (!specifier.startsWith('node:')) {
    return [`${path} imports ${isBuiltin(name) ? `${name} without node:` : `${name}, which has no home`}`];
  }
  if (specifier === 'node:process')
    return [`${path} imports node:process; only config.ts and cli read the environment`];
  if (folder === 'core' && !CORE_BUILTINS.includes(specifier)) return [`${path} may not import ${specifier}`];
  return [];
}
