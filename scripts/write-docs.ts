import { readFileSync, writeFileSync } from 'node:fs';
import { generatedDocs } from './generated-docs.ts';

// `npm run docs`: writes the generated parts of the documentation. A test fails if that would change a file.
const root = new URL('../', import.meta.url);
for (const [path, text] of await generatedDocs((name) => readFileSync(new URL(name, root), 'utf8'))) {
  // A newer file would make the bundle stale.
  if (readFileSync(new URL(path, root), 'utf8') !== text) writeFileSync(new URL(path, root), text);
  process.stdout.write(`${path}\n`);
}
