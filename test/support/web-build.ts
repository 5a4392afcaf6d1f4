import { buildWebApp } from '../../src/cli/web-build.ts';

/** The folder of the browser application, built once from the sources as they are, however many tests ask for it. */
export async function webBuild(): Promise<string> {
  const dir = await buildWebApp(() => {});
  if (dir === undefined) throw new Error('the browser application cannot be built here');
  return dir;
}
