import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { decodeFile } from '../../../src/http/upload/encoded-file.ts';
import { readPairs } from '../../../src/http/upload/other-bodies.ts';

async function* inChunks(data: Buffer | string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(data as string);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function collect(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function decoded(text: Buffer | string, size = 7): Promise<Buffer | string> {
  const file = await decodeFile(inChunks(text, size), 'source');
  return 'address' in file ? file.address : collect(file.bytes);
}

const REFUSED = { code: 'INVALID_PARAMETER', param: 'source' };

describe('decodeFile', () => {
  for (const length of [0, 1, 2, 3, 200, 10_001]) {
    for (const size of [1, 5, 1_000]) {
      it(`decodes base64 of ${length} bytes in chunks of ${size}`, async () => {
        const bytes = randomBytes(length);
        assert.deepEqual(await decoded(bytes.toString('base64'), size), bytes);
        assert.deepEqual(await decoded(bytes.toString('base64url'), size), bytes);
        assert.deepEqual(await decoded(`data:image/png;base64,${bytes.toString('base64')}`, size), bytes);
      });
    }
  }

  it('ignores line ends, and takes a space for a plus', async () => {
    const bytes = Buffer.from('fbefbefbefbe', 'hex');
    assert.deepEqual(await decoded('++++\r\n++++\n'), Buffer.from('++++++++', 'base64'));
    assert.deepEqual(await decoded(bytes.toString('base64').replaceAll('+', ' ').replace(/^ /, '+')), bytes);
  });

  it('passes a picture on that is no text', async () => {
    const gif = Buffer.from(`GIF89a${'\x01'.repeat(300)}`, 'latin1');
    assert.deepEqual(await decoded(gif), gif);
  });

  it('tells an address from a file', async () => {
    assert.equal(await decoded(' https://example.com/a.png?b=c \n'), 'https://example.com/a.png?b=c');
  });

  const none: Record<string, string> = {
    'a sentence': 'this is no picture.',
    'a digit too many': 'AAAAA',
    'text behind the padding': 'AA==AAAA',
    'a data: URL without base64': 'data:image/svg+xml,<svg/>',
    'a data: URL without a comma': `data:${'a'.repeat(400)}`,
    'an endless address': `https://example.com/${'a'.repeat(5_000)}`,
  };
  for (const [name, text] of Object.entries(none)) {
    it(`refuses ${name}`, async () => {
      await assert.rejects(decoded(text), REFUSED);
    });
  }
});

describe('readPairs', () => {
  async function read(body: string, size: number) {
    const files: Record<string, string> = {};
    const order: string[] = [];
    const fields = await readPairs(inChunks(body, size), {
      isUpload: (name) => name === 'source',
      textFields: ['key', 'title'],
      async onFile(name, source) {
        order.push(name);
        files[name] = (await collect(source)).toString();
      },
      onField: async (name) => void order.push(name),
    });
    return { fields: Object.fromEntries(fields), files, order };
  }

  for (const size of [1, 2, 3, 1_000]) {
    it(`reads names, values and files in chunks of ${size}`, async () => {
      const { fields, files, order } = await read('other=1&key=a%20b+c&source=a%2Bb+%zz&title=%C3%A4&none&=x', size);
      assert.deepEqual(fields, { key: 'a b c', title: 'ä' });
      assert.deepEqual(files, { source: 'a+b %zz' });
      assert.deepEqual(order, ['key', 'source', 'title']);
    });

    it(`reads a file at the end, and an empty one, in chunks of ${size}`, async () => {
      assert.deepEqual((await read('source=abc', size)).files, { source: 'abc' });
      assert.deepEqual((await read('source=&key=1', size)).files, { source: '' });
      assert.deepEqual((await read('source', size)).files, {});
    });
  }

  it('skips the rest of a file that was not read', async () => {
    const fields = await readPairs(inChunks(`source=${'a'.repeat(1_000)}&key=1`, 10), {
      isUpload: (name) => name === 'source',
      textFields: ['key'],
      onFile: async () => {},
      onField: async () => {},
    });
    assert.deepEqual([...fields], [['key', '1']]);
  });

  it('refuses long names, long values and many fields', async () => {
    for (const body of ['a'.repeat(400), `key=${'a'.repeat(200_000)}`, 'a=1&'.repeat(60)]) {
      await assert.rejects(read(body, 1_000), { code: 'INVALID_REQUEST' });
    }
  });
});
