import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { cleanFilename } from '../../../src/core/names.ts';
import { imageFixture } from '../../fixtures/images.ts';
import { startApp, type TestApp } from '../../support/start-app.ts';

const MAX_BULK_FILES = 10;

/** One part of a form: its header and its content. */
interface Part {
  name: string;
  /** undefined = the header has no filename parameter. */
  filename: string | undefined;
  type: string | undefined;
  content: 'png' | 'text' | 'empty';
  lowerCase: boolean;
}

type Outcome = { filename: string; code: string | undefined };

// Without quotes and backslashes, which every client escapes differently. The others are sent as UTF-8, as browsers do.
const filenames = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((name) => !/["\\\p{Control}\p{Surrogate}%]/u.test(name) && name.trim() === name);

const header = { lowerCase: fc.boolean() };

/** A file part under one of the names. */
const fileParts = (names: string[]) =>
  fc.record({
    ...header,
    name: fc.constantFrom(...names),
    filename: fc.oneof({ weight: 3, arbitrary: filenames }, { weight: 1, arbitrary: fc.constantFrom('', undefined) }),
    type: fc.constantFrom('image/png', 'application/octet-stream'),
    content: fc.constantFrom<Part['content'][]>('png', 'png', 'text', 'empty'),
  });

/** A text part under any name. */
const textParts = (names: string[]) =>
  fc.record({
    ...header,
    name: fc.constantFrom(...names, 'relativePath', 'type', 'file[]', ''),
    filename: fc.constant(undefined),
    type: fc.constantFrom(undefined, 'text/plain', 'text/html; charset=utf-8'),
    content: fc.constantFrom<Part['content'][]>('text', 'empty'),
  });

const formsOf = (uploads: string[], ignored: string[]) =>
  fc.record({
    parts: fc
      .tuple(
        fc.array(fileParts(uploads), { maxLength: 4 }),
        fc.array(fileParts(ignored), { maxLength: 3 }),
        fc.array(textParts([...uploads]), { maxLength: 4 }),
      )
      .chain((groups) => fc.shuffledSubarray(groups.flat(), { minLength: groups.flat().length })),
    boundary: fc.string({ unit: fc.constantFrom(...'abcXYZ0189-_'), minLength: 1, maxLength: 70 }),
    chunks: fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 10 }),
    preamble: fc.boolean(),
  });
interface Form {
  parts: Part[];
  boundary: string;
  /** Sizes in bytes of the pieces in which the form is sent. */
  chunks: number[];
  preamble: boolean;
}

/** An empty file with a name that looks like a folder's. */
const dotFile = (filename: string): Form => ({
  parts: [{ lowerCase: false, name: 'file', filename, type: 'image/png', content: 'empty' }],
  boundary: 'a',
  chunks: [100],
  preamble: false,
});

describe('multipart forms of any shape', () => {
  let app: TestApp;
  const contents: Record<Part['content'], Buffer> = {
    text: Buffer.from('just a text'),
    empty: Buffer.alloc(0),
    png: Buffer.alloc(0),
  };

  before(async () => {
    contents.png = await imageFixture('one-pixel').bytes();
    app = await startApp();
  });
  after(() => app[Symbol.asyncDispose]());

  function encode({ parts, boundary, preamble }: Form): Buffer {
    const pieces = parts.flatMap(({ name, filename, type, content, lowerCase }) => {
      const shown = filename === undefined ? '' : `; filename="${filename}"`;
      const headers = [
        `Content-Disposition: form-data; name="${name}"${shown}`,
        ...(type === undefined ? [] : [`Content-Type: ${type}`]),
      ].map((line) => (lowerCase ? line.replace(/^[^:]*/, (field) => field.toLowerCase()) : line));
      return [`--${boundary}\r\n${headers.join('\r\n')}\r\n\r\n`, contents[content], '\r\n'];
    });
    const all = [preamble ? 'ignored preamble\r\n' : '', ...pieces, `--${boundary}--\r\n`];
    return Buffer.concat(all.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
  }

  /** Sends a form in pieces of the given sizes, which repeat. */
  async function send(path: string, form: Form) {
    const body = encode(form);
    let [at, piece] = [0, 0];
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= body.length) return controller.close();
        const size = form.chunks[piece++ % form.chunks.length] ?? 1;
        controller.enqueue(body.subarray(at, at + size));
        at += size;
      },
    });
    const response = await fetch(`${app.url}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${form.boundary}` },
      body: stream,
      duplex: 'half',
    });
    // biome-ignore lint/suspicious/noExplicitAny: the shape is what is tested
    return { status: response.status, body: (await response.json()) as any };
  }

  /** The expected outcomes of the file parts. */
  function expected({ parts }: Form, isUpload: (name: string) => boolean): Outcome[] {
    return parts
      .filter(
        ({ name, filename, type }) =>
          isUpload(name) && (filename !== undefined || /^(image|application\/oct)/.test(type ?? '')),
      )
      .filter(({ filename, content }) => content !== 'empty' || (filename ?? '') !== '')
      .map(({ filename, content }) => {
        const code = { png: undefined, text: 'INVALID_FILE_TYPE', empty: 'EMPTY_FILE' }[content];
        return { filename: cleanFilename(filename, code === undefined ? 'png' : 'bin'), code };
      });
  }

  it('of a bulk upload: all file parts of the right name count, in order, and no other parts', {
    timeout: 120_000,
  }, async () => {
    const forms = formsOf(
      ['files', 'files[]', 'files[0]', 'files[17]'],
      ['file', 'files[x]', 'FILES', 'files[][]', 'other'],
    );
    await fc.assert(
      fc.asyncProperty(forms, async (form) => {
        const wanted = expected(form, (name) => /^files(\[\d*\])?$/.test(name));
        assert.ok(wanted.length <= MAX_BULK_FILES);
        const { status, body } = await send('/upload/bulk', form);
        if (wanted.length === 0) return assert.deepEqual([status, body.error?.code], [400, 'MISSING_FILE']);
        const codes = new Set(wanted.map(({ code }) => code));
        if (codes.has(undefined)) assert.equal(status, 200);
        else assert.equal(body.error.code, codes.size === 1 ? wanted[0]?.code : 'INVALID_PARAMETER');
        const items = (body.data?.results ?? body.error.details.results) as {
          filename: string;
          error?: { code: string };
        }[];
        const found = items.map(({ filename, error }) => ({ filename, code: error?.code }));
        assert.deepEqual(found, wanted);
      }),
      { numRuns: 100 },
    );
    assert.deepEqual(await app.temporaryFiles(), []);
  });

  it('of a single upload: exactly one file part is stored, or the first refusal is returned', {
    timeout: 120_000,
  }, async () => {
    const forms = formsOf(['file'], ['files', 'file[]', 'File', 'other']);
    await fc.assert(
      fc.asyncProperty(forms, async (form) => {
        const [first, second] = expected(form, (name) => name === 'file');
        const { status, body } = await send('/upload', form);
        const code = first === undefined ? 'MISSING_FILE' : (first.code ?? (second && 'TOO_MANY_FILES'));
        assert.equal(body.error?.code, code);
        assert.equal(status, code === undefined ? 200 : 400);
        if (code === undefined) assert.equal(body.data.filename, first?.filename);
      }),
      { numRuns: 100, examples: [[dotFile('.')], [dotFile('..')], [dotFile('a/.')]] },
    );
    assert.deepEqual(await app.temporaryFiles(), []);
  });

  it('are refused when truncated at any position', { timeout: 120_000 }, async () => {
    const part: Part = { name: 'file', filename: 'a.png', type: 'image/png', content: 'png', lowerCase: false };
    const form: Form = { parts: [part], boundary: 'x', chunks: [1_000], preamble: false };
    const whole = encode(form);
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const upload = (body: Buffer) =>
      fetch(`${app.url}/api/v1/upload`, { method: 'POST', headers, body: new Uint8Array(body) });
    assert.equal((await upload(whole)).status, 200, 'control: the whole form is accepted');
    const before = await app.blobFiles();
    // The bytes after the two dashes of the last line do not matter.
    const cuts = fc.integer({ min: 0, max: whole.length - 5 });
    await fc.assert(
      fc.asyncProperty(cuts, async (cut) => {
        const response = await upload(whole.subarray(0, cut));
        assert.equal(response.status, 400, `cut at ${cut} of ${whole.length}`);
      }),
      { numRuns: 60 },
    );
    assert.deepEqual(
      (await app.blobFiles()).filter((file) => !before.includes(file)),
      [],
    );
    assert.deepEqual(await app.temporaryFiles(), []);
  });
});
