import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Language } from '../../src/core/languages.ts';
import { loadPageTexts, type PageTexts } from '../../src/http/pages/texts.ts';
import { PROGRAM_FILES } from '../../src/lib/program-files.ts';

/**
 * Texts of the pages in English and in languages that exist only in tests.
 * @param languages each with its texts, or with 'marked': those in English, each after a mark
 */
export async function openPageTexts(
  languages: readonly (Language & { texts?: string | 'marked' })[],
): Promise<AsyncDisposable & { pageTexts: PageTexts }> {
  const folder = await mkdtemp(join(tmpdir(), 'imgd-test-'));
  const english = await readFile(new URL('en/pages.ftl', PROGRAM_FILES.locales), 'utf8');
  for (const { code, texts } of languages) {
    if (texts === undefined) continue;
    await mkdir(join(folder, code));
    const written = texts === 'marked' ? english.replace(/^([a-z][\w-]*) = (?=\S)/gm, '$1 = ¡') : texts;
    await writeFile(join(folder, code, 'pages.ftl'), written);
  }
  const all: Language[] = [{ code: 'en', name: 'English', direction: 'ltr' }, ...languages];
  return {
    pageTexts: loadPageTexts(all, [pathToFileURL(`${folder}/`), PROGRAM_FILES.locales]),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
