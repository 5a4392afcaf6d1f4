import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PROGRAM_FILES } from '../../src/lib/program-files.ts';

/** The folder of the built web application. `npm test` rebuilds it first. */
export function webBuild(): string {
  const dir = fileURLToPath(PROGRAM_FILES.webApp);
  if (!existsSync(dir)) throw new Error('web/dist is missing: run `npm run prepare`');
  return dir;
}
