import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { AppError } from '../../../src/core/errors.ts';
import { cleanDescription, cleanFilename, downloadName, parseAlbumName, searchForm } from '../../../src/core/names.ts';

const HARMFUL =
  /[\p{Control}\p{Line_Separator}\p{Paragraph_Separator}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069/\\]|\p{Surrogate}/u;

describe('downloadName', () => {
  for (const [filename, extension, expected] of [
    ['cat.jpg', 'jpg', 'cat.jpg'],
    ['cat.JPG', 'jpg', 'cat.JPG'],
    ['cat.jfif', 'jpg', 'cat.jfif'],
    ['cat.jpg', 'webp', 'cat.webp'],
    ['scan.tiff', 'jpg', 'scan.jpg'],
    ['.tiff', 'png', 'image.png'],
    ['evil.exe', 'png', 'evil.exe.png'],
    ['evil.png.html', 'png', 'evil.png.html.png'],
    ['no extension', 'gif', 'no extension.gif'],
    ['2024.11', 'png', '2024.11.png'],
    ['dot.', 'png', 'dot..png'],
  ] as const) {
    it(`makes ${expected} of ${filename} for bytes of the extension ${extension}`, () => {
      assert.equal(downloadName(filename, extension), expected);
    });
  }
});

/** Texts with many harmful characters. */
const nasty = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 5 }),
      fc.constantFrom(
        '\u202e',
        '\u2066',
        '\0',
        '\n',
        '/',
        '\\',
        '..',
        '.',
        ' ',
        '\ud800',
        '\udfff',
        'e\u0301',
        '😀',
        '.jpg',
        '\u2028',
        '\u0085',
      ),
      fc.string({ minLength: 250, maxLength: 300, unit: fc.constantFrom('a', '😀', 'é') }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

describe('file names', () => {
  it('are harmless, at most 255 code points long and never empty, and sanitizing is idempotent', () => {
    fc.assert(
      fc.property(fc.option(nasty, { nil: undefined }), (given) => {
        const name = cleanFilename(given, 'png');
        assert.ok(!HARMFUL.test(name), JSON.stringify(name));
        assert.ok([...name].length <= 255 && name !== '' && name !== '.' && name !== '..');
        assert.equal(name, name.normalize('NFC'));
        assert.equal(cleanFilename(name, 'png'), name);
      }),
      { numRuns: 2_000 },
    );
  });

  for (const [given, expected] of [
    ['cat.jpg', 'cat.jpg'],
    ['C:\\Users\\me\\cat.jpg', 'cat.jpg'],
    ['../../etc/passwd', 'passwd'],
    ['a/b\\c.png', 'c.png'],
    ['exe.\u202egpj', 'exe.gpj'],
    ['e\u0301.png', '\u00e9.png'],
    ['a\r\nSet-Cookie: x.png', 'aSet-Cookie: x.png'],
    ['  padded.png  ', 'padded.png'],
    ['日本語 📷.png', '日本語 📷.png'],
    ['folder/', 'image.gif'],
    ['..', 'image.gif'],
    ['\u202e', 'image.gif'],
    ['', 'image.gif'],
    [undefined, 'image.gif'],
  ] as const) {
    it(`${JSON.stringify(given)} becomes ${JSON.stringify(expected)}`, () => {
      assert.equal(cleanFilename(given, 'gif'), expected);
    });
  }

  it('keep their extension and whole code points when they are cut', () => {
    assert.equal(cleanFilename(`${'a'.repeat(300)}.jpeg`, 'jpg'), `${'a'.repeat(250)}.jpeg`);
    assert.equal(cleanFilename('😀'.repeat(300), 'jpg'), '😀'.repeat(255));
    assert.equal(cleanFilename('a'.repeat(255), 'jpg'), 'a'.repeat(255));
  });
});

describe('album names', () => {
  it('are sanitized or refused', () => {
    fc.assert(
      fc.property(nasty, (given) => {
        try {
          const name = parseAlbumName(given, 255);
          if (name === null) return;
          assert.ok(!/[\p{Control}\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/u.test(name), JSON.stringify(name));
          assert.ok([...name].length <= 255 && name === name.trim() && name === name.normalize('NFC'));
          assert.equal(parseAlbumName(name, 255), name);
        } catch (error) {
          assert.ok(error instanceof AppError && error.code === 'INVALID_ALBUM', String(error));
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('count code points up to the limit', () => {
    assert.equal(parseAlbumName('😀'.repeat(5), 5), '😀'.repeat(5));
    assert.throws(() => parseAlbumName('😀'.repeat(6), 5), {
      code: 'INVALID_ALBUM',
      details: { max_length: 5 },
      param: 'album',
    });
  });

  it('are null when missing or empty', () => {
    for (const given of [undefined, '', '   ', '\u202e']) assert.equal(parseAlbumName(given, 5), null);
    assert.equal(parseAlbumName(' a/b ', 5), 'a/b', 'a name, not a path');
  });

  it('are refused with control characters', () => {
    for (const given of ['a\0b', 'a\nb', 'a\u007fb', 'a\ud800b', 'a\u2028b'])
      assert.throws(() => parseAlbumName(given, 255), { code: 'INVALID_ALBUM' }, JSON.stringify(given));
  });
});

describe('search forms of names', () => {
  it('are case-insensitive', () => {
    for (const [one, two] of [
      ['ÜBER', 'über'],
      ['Straße', 'STRASSE'],
      ['ΟΔΟΣ', 'οδος'],
      ['οδοσ', 'οδος'],
      ['Ǆ', 'ǆ'],
      ['ﬁle', 'FILE'],
      ['K', 'k'],
    ] as const) {
      assert.equal(searchForm(one), searchForm(two), `${one} ${two}`);
    }
    assert.notEqual(searchForm('e'), searchForm('é'));
  });

  it('contain the search form of every substring', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aÄßΣςİıﬁ.%_\\ 💥') }), fc.nat(), fc.nat(), (name, from, to) => {
        const points = [...name];
        const part = points.slice(from % (points.length + 1), to % (points.length + 1)).join('');
        assert.ok(searchForm(name).includes(searchForm(part)), JSON.stringify([name, part]));
      }),
    );
  });
});

describe('descriptions', () => {
  it('keep lines and tabs, without invisible characters', () => {
    assert.equal(cleanDescription(' a\r\nb\rc\td\u0000\u202e\u2028e\ud800 '), 'a\nb\nc\tde');
    assert.equal(cleanDescription('Cafe\u0301'), 'Caf\u00e9');
    for (const nothing of [null, '', ' \n ', '\u200e']) assert.equal(cleanDescription(nothing), null);
  });
});
