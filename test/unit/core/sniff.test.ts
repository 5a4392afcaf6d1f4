import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { SNIFF_BYTES, sniff } from '../../../src/core/sniff.ts';
import { IMAGES } from '../../fixtures/images.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');

/** The file type box of an ISO base media file. */
function ftyp(major: string, ...compatible: string[]): Buffer {
  const box = latin(`\0\0\0\0ftyp${major}\0\0\0\0${compatible.join('')}`);
  box.writeUInt32BE(box.length, 0);
  return box;
}

function bmp(headerBytes: number): Buffer {
  const head = Buffer.alloc(30);
  head.write('BM', 'latin1');
  head.writeUInt32LE(headerBytes, 14);
  return head;
}

describe('detecting the type of a file', () => {
  it('detects every fixture from its first bytes', async () => {
    for (const { name, format, bytes } of IMAGES) {
      assert.deepEqual(sniff((await bytes()).subarray(0, SNIFF_BYTES)), { format }, name);
    }
  });

  for (const [what, head, expected] of [
    ['GIF87a', latin('GIF87a'), { format: 'GIF' }],
    ['TIFF, little end first', latin('II*\0'), { format: 'TIFF' }],
    ['TIFF, big end first', latin('MM\0*'), { format: 'TIFF' }],
    ['big TIFF', latin('II+\0'), { format: 'TIFF' }],
    ['big TIFF, big end first', latin('MM\0+'), { format: 'TIFF' }],
    ['BMP', bmp(40), { format: 'BMP' }],
    ['BMP of OS/2', bmp(12), { format: 'BMP' }],
    ['JPEG XL, bare', latin('\xff\x0a'), { format: 'JXL' }],
    ['JPEG XL, boxed', latin('\0\0\0\x0cJXL \r\n\x87\n'), { format: 'JXL' }],
    ['AVIF', ftyp('avif', 'mif1', 'miaf'), { format: 'AVIF' }],
    ['AVIF sequence', ftyp('avis', 'msf1'), { format: 'AVIF' }],
    ['AVIF whose major brand says nothing', ftyp('mif1', 'avif'), { format: 'AVIF' }],
    ['HEIC', ftyp('heic', 'mif1'), { format: 'HEIC' }],
    ['HEIC of ten bits', ftyp('heix', 'mif1'), { format: 'HEIC' }],
    ['MP4', ftyp('isom', 'mp42'), { detected: 'MP4' }],
    ['a brand behind the box', Buffer.concat([ftyp('isom'), latin('avif')]), { detected: 'MP4' }],
    ['a brand in the minor version', latin('\0\0\0\x14ftypisomavifmp42'), { detected: 'MP4' }],
    ['JPEG 2000', latin('\0\0\0\x0cjP  \r\n\x87\n'), { detected: 'JP2' }],
    ['PSD', latin('8BPS\0\x01'), { detected: 'PSD' }],
    ['PDF', latin('%PDF-1.7'), { detected: 'PDF' }],
    ['ICO', latin('\0\0\x01\0\x01\0'), { detected: 'ICO' }],
    ['ZIP', latin('PK\x03\x04'), { detected: 'ZIP' }],
    ['GZIP', latin('\x1f\x8b\x08'), { detected: 'GZIP' }],
    ['WebM', latin('\x1aE\xdf\xa3'), { detected: 'WEBM' }],
    ['AVI', latin('RIFF\0\0\0\0AVI LIST'), { detected: 'AVI' }],
    ['SVG', latin('<svg xmlns="http://www.w3.org/2000/svg">'), { detected: 'SVG' }],
    ['SVG behind a byte order mark and white space', latin('\xef\xbb\xbf \n<SVG>'), { detected: 'SVG' }],
    ['XML', latin('<?xml version="1.0"?><svg/>'), { detected: 'XML' }],
    ['HTML', latin('<!DOCTYPE html>'), { detected: 'HTML' }],
    ['a text that begins like a bitmap', latin('BMW is a maker of cars and more than that'), {}],
    ['a text', latin('just a text'), {}],
    ['nothing', Buffer.alloc(0), {}],
    ['half a signature', latin('\x89PNG'), {}],
    ['a signature that is not at the beginning', latin(' \x89PNG\r\n\x1a\n'), {}],
  ] as const) {
    it(`detects ${what}`, () => {
      assert.deepEqual(sniff(head), expected);
    });
  }

  it('accepts any bytes of any length', () => {
    const head = fc.oneof(
      fc.uint8Array({ maxLength: SNIFF_BYTES }).map((bytes) => Buffer.from(bytes)),
      fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.concat([latin('\xff\xff\xff\xffftyp'), bytes])),
      fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.concat([latin('BM'), bytes])),
    );
    fc.assert(
      fc.property(head, (bytes) => {
        const found = sniff(bytes);
        assert.ok(Object.keys(found).every((key) => key === 'format' || key === 'detected'));
      }),
      { numRuns: 2_000 },
    );
  });
});
