import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { imageFixture } from '../fixtures/images.ts';
import { assertRefused, upload, uploaded } from '../support/api.ts';
import { type LoggedService, lineOf, serve } from '../support/logged-service.ts';
import { codeBlocks } from '../support/markdown.ts';
import { bulk, call, smallPng } from '../support/requests.ts';
import { until } from '../support/until.ts';

const OPERATIONS = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
const hasJq = spawnSync('jq', ['--version']).status === 0;

/** A JPEG whose end is missing. */
const cutJpeg = async () => (await imageFixture('camera').bytes()).subarray(0, -500);
const asId = (id: string) => ({ 'x-request-id': id });

describe('the line of an upload', () => {
  let service: LoggedService;
  const verdicts = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ decision: 'refuse', reason: 'a picture of a raid' }));
  });

  before(async () => {
    service = await serve('info');
  });
  after(async () => {
    await service[Symbol.asyncDispose]();
    verdicts.close();
  });

  it('has the id of the image, and the bytes that came and went', async () => {
    const picture = await smallPng(1);
    const image = await uploaded(upload(service, picture, {}, asId('stored')));
    const line = await lineOf(service, 'stored');
    assert.deepEqual([line.status, line.route, line.image_ids], [200, '/api/v1/upload', [image.id]]);
    assert.ok(Number(line.bytes_received) > picture.length, JSON.stringify(line));
    assert.ok(Number(line.bytes_sent) > 500, JSON.stringify(line));
    assert.deepEqual([line.code, line.aborted], [undefined, undefined]);
  });

  it("has the code and the decoder's words for a refused file", async () => {
    await assertRefused(upload(service, await cutJpeg(), {}, asId('corrupt')), 400, 'INVALID_IMAGE');
    const { level, status, code, reason } = await lineOf(service, 'corrupt');
    assert.deepEqual([level, status, code], [30, 400, 'INVALID_IMAGE']);
    assert.match(String(reason), /^corrupt image at byte \d+: /);
  });

  it('has the refused files of a bulk upload beside the images', async () => {
    const files = [
      ['a.png', await smallPng(2)],
      ['b.jpg', await cutJpeg()],
    ] as const;
    assert.equal((await bulk(service, files, { headers: asId('bulk') })).status, 200);
    const { image_ids, refused } = await lineOf(service, 'bulk');
    assert.equal((image_ids as string[]).length, 1);
    const [first, ...others] = refused as { file: number; code: string; reason: string }[];
    assert.deepEqual([first?.file, first?.code, others.length], [1, 'INVALID_IMAGE', 0]);
    assert.match(first?.reason ?? '', /^corrupt image at byte/);
  });

  it('names the parameter, and quotes nothing that the client wrote', async () => {
    const secret = 'a-private-value';
    await assertRefused(
      upload(service, await smallPng(3), { expires_in: secret }, asId('expiry')),
      400,
      'INVALID_EXPIRY',
    );
    const { code, param } = await lineOf(service, 'expiry');
    assert.deepEqual([code, param], ['INVALID_EXPIRY', 'expires_in']);
    const headers = { 'content-type': 'application/json', ...asId('json') };
    const body = `{"email":"${secret}","password":${secret}`;
    assert.equal((await fetch(`${service.url}/api/v1/auth/login`, { method: 'POST', headers, body })).status, 400);
    assert.equal((await lineOf(service, 'json')).code, 'INVALID_JSON');
    assert.ok(!service.output().includes(secret));
  });

  it('has the words of the validator, which the client does not see', async () => {
    verdicts.listen(0, '127.0.0.1');
    await until(() => verdicts.listening);
    const { port } = verdicts.address() as AddressInfo;
    await using judged = await serve('info', { IMGD_VALIDATOR_URL: `http://127.0.0.1:${port}/` });
    const answer = await upload(judged, await smallPng(4), {}, asId('judged'));
    assert.equal(answer.status, 400);
    assert.ok(!(await answer.text()).includes('raid'));
    const { code, reason } = await lineOf(judged, 'judged');
    assert.deepEqual([code, reason], ['CONTENT_REFUSED', 'a picture of a raid']);
  });

  it('is found from its request id as docs/operations.md says', { skip: !hasJq && 'jq is not installed' }, async () => {
    await assertRefused(upload(service, await cutJpeg(), {}, asId('req_72ohGbzImsdeVaFHilbP')), 400, 'INVALID_IMAGE');
    await lineOf(service, 'req_72ohGbzImsdeVaFHilbP');
    const command = codeBlocks(OPERATIONS, 'sh').find((code) => code.includes('jq -cR')) ?? assert.fail();
    const filter = command.trim().replace(/^journalctl[^|]*\|/, '');
    const { stdout } = spawnSync('sh', ['-c', filter], { input: service.output(), encoding: 'utf8' });
    const [found, ...others] = stdout.trim().split('\n');
    assert.equal(others.length, 0, stdout);
    assert.match(found ?? '', /"code":"INVALID_IMAGE".*"reason":"corrupt image at byte/);
  });
});

describe('IMGD_DELIVERY_LOG_LEVEL', () => {
  for (const [level, lines] of [
    [undefined, 0],
    ['silent', 0],
    ['info', 3],
  ] as const) {
    it(`${level ?? 'of the default'} gives ${lines} lines for three views`, async () => {
      const setting: Record<string, string> = level === undefined ? {} : { IMGD_DELIVERY_LOG_LEVEL: level };
      await using service = await serve('info', setting);
      const { links } = await uploaded(upload(service, await smallPng(1)));
      // From the route, from memory, and not found.
      const { pathname } = new URL(links.direct);
      for (const path of [pathname, pathname, '/i/AAAAAAAAAAAA.png']) {
        await (await fetch(service.url + path)).arrayBuffer();
      }
      await call(service, 'GET', '/usage', undefined, asId('last'));
      await lineOf(service, 'last');
      const views = () => service.log.filter(({ url }) => String(url).startsWith('/i/'));
      await until(() => views().length >= lines);
      assert.equal(views().length, lines);
    });
  }
});
