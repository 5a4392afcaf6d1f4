import { AppError } from '../../core/errors.ts';
import { SNIFF_BYTES, sniff } from '../../core/sniff.ts';

/** Longer than any header of a data: URL that programs write. */
const MAX_DATA_HEADER = 256;
const MAX_ADDRESS_LENGTH = 2_048;

/** What a text stands for: the bytes of a file, or the address of one. */
export type EncodedFile = { bytes: AsyncGenerator<Buffer> } | { address: string };

/**
 * Reads the file that a text stands for: base64 (RFC 4648, sections 4 and 5; white space is ignored), a data: URL with
 * base64 (RFC 2397), or an http address. A picture that is no text at all is passed on. The text is never held as a whole.
 * @param param name of the part, for the message
 * @throws AppError INVALID_PARAMETER, at once or while the bytes are read; errors of the source
 */
export async function decodeFile(source: AsyncIterable<Buffer>, param: string): Promise<EncodedFile> {
  const chunks = source[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  const readUntil = async (isEnough: () => boolean) => {
    while (!isEnough()) {
      const { done, value } = await chunks.next();
      if (done === true) return;
      head = Buffer.concat([head, value]);
    }
  };
  const rest = async function* (first: Buffer) {
    if (first.length > 0) yield first;
    for (;;) {
      const { done, value } = await chunks.next();
      if (done === true) return;
      yield value;
    }
  };
  await readUntil(() => head.length >= SNIFF_BYTES);
  if (sniff(head).format !== undefined) return { bytes: rest(head) };
  const start = head.toString('latin1').trimStart();
  if (/^https?:/i.test(start)) {
    await readUntil(() => head.length > MAX_ADDRESS_LENGTH);
    if (head.length > MAX_ADDRESS_LENGTH) throw notEncoded(param);
    return { address: head.toString('utf8').trim() };
  }
  if (!/^data:/i.test(start)) return { bytes: decodeBase64(rest(head), param) };
  await readUntil(() => head.includes(',') || head.length > MAX_DATA_HEADER);
  const comma = head.indexOf(',');
  if (comma < 0 || !/;\s*base64$/i.test(head.toString('latin1', 0, comma))) throw notEncoded(param);
  return { bytes: decodeBase64(rest(head.subarray(comma + 1)), param) };
}

function notEncoded(param: string): AppError {
  const detail = `${param} is neither a file nor base64, a data: URL with base64, or an http address.`;
  return new AppError('INVALID_PARAMETER', { detail, param });
}

/**
 * Decodes base64 as it arrives. A space counts as `+`, which programs forget to escape in URL-encoded forms.
 * @throws AppError INVALID_PARAMETER
 */
async function* decodeBase64(source: AsyncIterable<Buffer>, param: string): AsyncGenerator<Buffer> {
  let carry = '';
  let isPadded = false;
  for await (const chunk of source) {
    const text = carry + chunk.toString('latin1').replaceAll(' ', '+').replace(/\s/g, '');
    const [, digits = '', padding = '', rest = ''] = /^([A-Za-z0-9+/_-]*)(=*)(.*)$/s.exec(text) ?? [];
    if (rest !== '' || (isPadded && digits !== '')) throw notEncoded(param);
    isPadded ||= padding !== '';
    const whole = digits.length - (digits.length % 4);
    carry = digits.slice(whole);
    if (whole > 0) yield Buffer.from(digits.slice(0, whole), 'base64');
    if (isPadded && carry !== '') {
      yield lastDigits(carry, param);
      carry = '';
    }
  }
  if (carry !== '') yield lastDigits(carry, param);
}

/** A single digit has too few bits for a byte. */
function lastDigits(digits: string, param: string): Buffer {
  if (digits.length === 1) throw notEncoded(param);
  return Buffer.from(digits, 'base64');
}
