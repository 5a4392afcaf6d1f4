import { crc32, deflateSync } from 'node:zlib';

const JPEG_APP0 = 0xffe0;
const MAX_CHUNK_BYTES = 65_519;
const ICC_MARK = 'ICC_PROFILE\0';
const PNG_HEADER_BYTES = 8 + 25;

/** The same JPEG or PNG in pieces, with an ICC profile (ICC.1 annex B) and no pixel touched. The file has none yet. */
export function embedIcc(format: 'JPEG' | 'PNG', file: Buffer, icc: Buffer): Buffer[] {
  return format === 'JPEG' ? embedInJpeg(file, icc) : embedInPng(file, icc);
}

function embedInJpeg(file: Buffer, icc: Buffer): Buffer[] {
  // JFIF wants its own segment to be the first.
  const at = file.readUInt16BE(2) === JPEG_APP0 ? 4 + file.readUInt16BE(4) : 2;
  const count = Math.ceil(icc.length / MAX_CHUNK_BYTES);
  const segments = Array.from({ length: count }, (_, i) => {
    const chunk = icc.subarray(i * MAX_CHUNK_BYTES, (i + 1) * MAX_CHUNK_BYTES);
    const head = Buffer.alloc(4 + ICC_MARK.length + 2);
    head.writeUInt16BE(0xffe2);
    head.writeUInt16BE(head.length - 2 + chunk.length, 2);
    head.write(ICC_MARK, 4, 'latin1');
    head.writeUInt8(i + 1, 4 + ICC_MARK.length);
    head.writeUInt8(count, 5 + ICC_MARK.length);
    return Buffer.concat([head, chunk]);
  });
  return [file.subarray(0, at), ...segments, file.subarray(at)];
}

function embedInPng(file: Buffer, icc: Buffer): Buffer[] {
  const body = Buffer.concat([Buffer.from('iCCPICC\0\0', 'latin1'), deflateSync(icc)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length - 4);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return [file.subarray(0, PNG_HEADER_BYTES), length, body, check, file.subarray(PNG_HEADER_BYTES)];
}
