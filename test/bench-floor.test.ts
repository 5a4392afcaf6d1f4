import assert from 'node:assert/strict';
import { it } from 'node:test';
import sharp from 'sharp';
import { LAST_STEP, STEP_NAMES, stepsUpTo } from '../bench/floor/steps.ts';
import { stepTable } from '../bench/floor/table.ts';
import { floorServer } from '../bench/support/bare-server.ts';

it('a step adds its promise to those before it', () => {
  assert.deepEqual([...stepsUpTo('scan')], ['process', 'sandbox', 'scan']);
  assert.deepEqual([...stepsUpTo(LAST_STEP)], STEP_NAMES);
  assert.throws(() => stepsUpTo('magic'), /no step magic; there are process, sandbox/);
});

it('a line shows the least and the median of its rounds, and what it costs more than the line before', () => {
  const lines = stepTable([
    { what: 'by hand', cpuMs: [8, 10, 9] },
    { what: 'a step', cpuMs: [9, 20, 9.5] },
    { what: 'imgd', cpuMs: [8.5, 19, 9.5] },
  ]);
  assert.deepEqual(lines.slice(2), [
    '| by hand | 8.00 | 9.00 |  |',
    '| a step | 9.00 | 9.50 | +1.00 |',
    '| imgd | 8.50 | 9.50 | -0.50 |',
  ]);
});

/** The members of an answer that show whether a promise is kept. */
interface Answer {
  data: { metadata_removed: string[]; links: object; size: number; delete_token: string };
}

for (const front of ['eager', 'lazy'] as const) {
  it(`the last step, ${front}, keeps the promises: a wrong key and what is no picture are refused, metadata is removed`, async () => {
    await using server = await floorServer(front, LAST_STEP);
    const upload = (bytes: Buffer, key = server.key) => {
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(bytes)]), 'a.jpg');
      return fetch(`${server.url}/api/v1/upload`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body,
      });
    };
    const create = { width: 400, height: 300, channels: 3, background: '#abc' } as const;
    const drawn = sharp({ create })
      .jpeg()
      .withExif({ IFD0: { Copyright: 'somebody' } });
    const picture = await drawn.toBuffer();
    const answered = await upload(picture);
    assert.equal(answered.status, 200);
    assert.equal(answered.headers.get('x-content-type-options'), 'nosniff');
    const { data } = (await answered.json()) as Answer;
    assert.ok(data.metadata_removed.length > 0 && data.size < picture.length, JSON.stringify(data));
    assert.match(data.delete_token, /^imgdd_/);
    assert.equal((await upload(picture)).status, 200);
    assert.ok((await upload(picture, 'imgd_wrong')).status >= 400);
    assert.ok((await upload(Buffer.from('no picture'))).status >= 400);
  });
}
