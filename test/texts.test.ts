import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import { FluentBundle, FluentResource, type Message } from '@fluent/bundle';
import { ERRORS } from '../src/core/errors.ts';
import { LANGUAGES } from '../src/core/languages.ts';

const ROOT = join(import.meta.dirname, '..');
const CODES = LANGUAGES.map(({ code }) => code);
/** A text is used as `t('id')`, or as `` t(`prefix-${value}`) ``. */
const USES = /\bt\(\s*(?:'([^']+)'|`([^`$]+)\$\{)/g;
/** The code decides at run time which texts exist. */
const BY_CODE = /^error-/;

/** Errors of requests that the application never sends. */
const FOR_PROGRAMS = [
  'CHECKSUM_MISMATCH',
  'ENDPOINT_NOT_FOUND',
  'FORMAT_NOT_SUPPORTED',
  'HEADERS_TOO_LARGE',
  'INVALID_CONTENT_TYPE',
  'INVALID_CURSOR',
  'INVALID_IDEMPOTENCY_KEY',
  'INVALID_JSON',
  'INVALID_MULTIPART',
  'INVALID_TICKET',
  'METHOD_NOT_ALLOWED',
  'RANGE_NOT_SATISFIABLE',
  'TICKET_NOT_FOUND',
  'TICKET_USED_UP',
  'TUS_VERSION_NOT_SUPPORTED',
  'UNSUPPORTED_CONTENT_ENCODING',
  'UNSUPPORTED_MEDIA_TYPE',
  'UPLOAD_LOCKED',
  'UPLOAD_OFFSET_MISMATCH',
  'URI_TOO_LONG',
  'URL_FETCH_FAILED',
  'URL_REFUSED',
  'URL_UPLOADS_DISABLED',
];

function filesOf(code: string): string[] {
  return globSync('*.ftl', { cwd: join(ROOT, 'locales', code) }).sort();
}

function read(code: string, file: string): string {
  return readFileSync(join(ROOT, 'locales', code, file), 'utf8');
}

/** The texts of a file, and what Fluent could not read: it drops such texts without a word. */
function parse(source: string): { texts: Map<string, Message>; unreadable: string[] } {
  const bundle = new FluentBundle('en');
  bundle.addResource(new FluentResource(source));
  const written = [...source.matchAll(/^([a-z][\w-]*) =/gm)].map(([, id]) => id as string);
  const texts = new Map(
    written.flatMap((id) => (bundle.hasMessage(id) ? [[id, bundle.getMessage(id) as Message]] : [])),
  );
  return { texts, unreadable: written.filter((id) => !texts.has(id)) };
}

/** The arguments that a text uses. */
function argumentsOf(message: Message): string[] {
  const names = [...JSON.stringify(message.value).matchAll(/"type":"var","name":"(\w+)"/g)];
  return [...new Set(names.map(([, name]) => name as string))].sort();
}

describe('texts', () => {
  const english = new Map(filesOf('en').map((file) => [file, parse(read('en', file))]));
  const ids = new Set([...english.values()].flatMap(({ texts }) => [...texts.keys()]));

  it('exist for each use, and each is used', () => {
    const sources = globSync(['web/src/**/*.{ts,tsx}', 'src/http/**/*.ts'], { cwd: ROOT });
    const uses = sources.flatMap((file) => [...readFileSync(join(ROOT, file), 'utf8').matchAll(USES)]);
    const named = new Set(uses.flatMap(([, id]) => id ?? []));
    const prefixes = uses.flatMap(([, , prefix]) => prefix ?? []);
    const isUsed = (id: string) =>
      named.has(id) || prefixes.some((prefix) => id.startsWith(prefix)) || BY_CODE.test(id);
    assert.ok(named.size > 100, 'the pattern finds the uses');
    assert.deepEqual([...named].filter((id) => !ids.has(id)).sort(), [], 'used, but not in locales/en');
    assert.deepEqual(
      prefixes.filter((prefix) => ![...ids].some((id) => id.startsWith(prefix))),
      [],
    );
    assert.deepEqual([...ids].filter((id) => !isUsed(id)).sort(), [], 'in locales/en, but not used');
  });

  it('exist for each error that users of the application can meet', () => {
    const missing = Object.keys(ERRORS).filter((code) => !ids.has(`error-${code.toLowerCase().replaceAll('_', '-')}`));
    assert.deepEqual(missing.sort(), FOR_PROGRAMS);
  });

  for (const [file, { texts, unreadable }] of english) {
    const area = basename(file, '.ftl');
    it(`of ${area} are readable, and begin with the name of their file`, () => {
      assert.deepEqual(unreadable, []);
      const prefix = area === 'errors' ? 'error-' : `${area}-`;
      assert.deepEqual(
        [...texts.keys()].filter((id) => !id.startsWith(prefix)),
        [],
      );
    });
  }

  for (const code of CODES.slice(1)) {
    it(`exist in ${code}, with the same arguments`, () => {
      assert.deepEqual(filesOf(code), filesOf('en'));
      for (const [file, { texts }] of english) {
        const translated = parse(read(code, file));
        assert.deepEqual(translated.unreadable, [], file);
        assert.deepEqual([...translated.texts.keys()].sort(), [...texts.keys()].sort(), file);
        for (const [id, message] of texts) {
          const used = argumentsOf(translated.texts.get(id) as Message);
          const unknown = used.filter((name) => !argumentsOf(message).includes(name));
          assert.deepEqual(unknown, [], `${code}: ${id} uses arguments that it does not get`);
        }
      }
    });
  }
});
