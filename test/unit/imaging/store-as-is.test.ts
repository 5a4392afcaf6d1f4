import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { hasActiveContent } from '../../../src/imaging/store-as-is.ts';
import { picture } from './scrub/parts.ts';

describe('detecting active content', () => {
  let directory: string;
  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'imgd-active-'));
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  function verdict(bytes: Buffer | string): boolean {
    const path = join(directory, 'file');
    writeFileSync(path, bytes);
    return hasActiveContent(path);
  }

  it('finds script, markup, documents and archives anywhere', () => {
    for (const text of [
      '<script>',
      '<SVG/onload=',
      '<svg\x01 on',
      '<html',
      '<!DOCTYPE html',
      '<?php',
      '%PDF-1.7',
      'PK\x03\x04\x14\0\0',
    ]) {
      for (const before of [0, 65_505, 65_515, 65_519, 65_530, 65_536, 131_036, 131_068, 200_000]) {
        assert.equal(verdict(`${'.'.repeat(before)}${text}...`), true, `${text} at ${before}`);
      }
    }
  });

  it('does not match ordinary images or four bytes by chance', async () => {
    assert.equal(verdict(await picture(640, 480).png().toBuffer()), false);
    assert.equal(verdict(await picture(640, 480).jpeg().toBuffer()), false);
    for (const text of ['', '<svgx', 'PK\x03\x04\xff\xff', '%PDF', '<scrip']) assert.equal(verdict(text), false, text);
  });
});
