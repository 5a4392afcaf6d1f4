import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { CorruptImageError } from '../../../src/imaging/errors.ts';
import { createByteReader, createByteWriter, withReader } from '../../../src/imaging/file-bytes.ts';

describe('file bytes', () => {
  // Larger than the window of the reader and the buffer of the writer.
  const content = randomBytes(700_001);
  let directory: string;
  let fd: number;
  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'imgd-bytes-'));
    writeFileSync(join(directory, 'content'), content);
    fd = openSync(join(directory, 'content'), 'r');
  });
  after(() => {
    closeSync(fd);
    rmSync(directory, { recursive: true, force: true });
  });
  const open = () => createByteReader(fd);

  it('reads numbers and text anywhere, also across the edges of its window', () => {
    const reader = open();
    assert.equal(reader.size, content.length);
    for (const offset of [0, 131_071, 131_070, 699_996, 5, 262_143, 1]) {
      assert.equal(reader.u8(offset), content[offset]);
      assert.equal(reader.u16be(offset), content.readUInt16BE(offset));
      assert.equal(reader.u16le(offset), content.readUInt16LE(offset));
      assert.equal(reader.u24le(offset), content.readUIntLE(offset, 3));
      assert.equal(reader.u32be(offset), content.readUInt32BE(offset));
      assert.equal(reader.u32le(offset), content.readUInt32LE(offset));
      assert.equal(reader.text(offset, 5), content.toString('latin1', offset, offset + 5));
      assert.ok(reader.bytes(offset, 5).equals(content.subarray(offset, offset + 5)));
    }
    assert.ok(reader.bytes(0, content.length).equals(content));
  });

  it('reads the whole file in pieces', () => {
    const reader = open();
    const pieces: Buffer[] = [];
    for (let at = 0; at < reader.size; at += pieces.at(-1)!.length) pieces.push(Buffer.from(reader.view(at, 50_000)));
    assert.ok(Buffer.concat(pieces).equals(content));
    assert.ok(pieces.every(({ length }) => length > 0 && length <= 50_000));
  });

  it('throws CorruptImageError for a read past the end, and remains usable', () => {
    const reader = open();
    assert.throws(() => reader.u8(content.length), { offset: 700_001, message: /before 1 bytes/ });
    assert.throws(() => reader.u32be(content.length - 3), { offset: 699_998, message: /before 4 bytes/ });
    assert.throws(() => reader.bytes(10, content.length), CorruptImageError);
    assert.throws(() => reader.view(content.length, 1), CorruptImageError);
    assert.throws(() => reader.u8(-1), CorruptImageError);
    assert.equal(reader.u8(0), content[0]);
  });

  it('reads nested files apart, and a short file after a long one only to its end', () => {
    const short = join(directory, 'short');
    writeFileSync(short, 'short');
    withReader(join(directory, 'content'), (outer) => {
      assert.equal(outer.u8(0), content[0]);
      withReader(short, (inner) => {
        assert.equal(inner.text(0, 5), 'short');
        assert.throws(() => inner.u8(5), { offset: 5 });
        assert.equal(inner.view(0, 100).length, 5);
      });
      assert.ok(outer.view(0, 100).equals(content.subarray(0, 100)));
    });
  });

  it('writes small and large pieces, and returns size and hash', () => {
    const target = openSync(join(directory, 'target'), 'w');
    const writer = createByteWriter(target);
    for (const [from, to] of [
      [0, 1],
      [1, 1],
      [1, 300_000],
      [300_000, 300_007],
      [300_007, content.length],
    ]) {
      writer.write(content.subarray(from, to));
    }
    const { size, sha256 } = writer.finish();
    closeSync(target);
    assert.ok(readFileSync(join(directory, 'target')).equals(content));
    assert.equal(size, content.length);
    assert.equal(sha256, createHash('sha256').update(content).digest('hex'));
  });
});
