import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { assertRefused, register, upload, uploaded } from '../support/api.ts';
import { accountOf, bearer, bulk, call, smallPng } from '../support/requests.ts';
import { dataOf } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';
import { answering, startValidator, type TestValidator } from '../support/validator.ts';

type OnFailure = 'accept' | 'refuse' | 'quarantine';

const TIMEOUT_MS = 300;
let validator: TestValidator;
let app: TestApp;
let shade = 7_000;
before(async () => {
  validator = await startValidator();
  app = await startWith('quarantine', {
    IMGD_VALIDATOR_TOKEN: 'a word between them',
    IMGD_VALIDATOR_TIMEOUT_MS: '20000',
  });
});
after(async () => {
  await app[Symbol.asyncDispose]();
  await validator[Symbol.asyncDispose]();
});
beforeEach(() => {
  validator.asked.length = 0;
  validator.answer = answering({ decision: 'accept' });
});

function startWith(onFailure: OnFailure, env: Record<string, string> = {}): Promise<TestApp> {
  return startApp({
    env: {
      IMGD_VALIDATOR_URL: validator.url,
      IMGD_VALIDATOR_ON_FAILURE: onFailure,
      IMGD_VALIDATOR_TIMEOUT_MS: String(TIMEOUT_MS),
      ...env,
    },
  });
}

const nextPng = () => smallPng(shade++);
const isQuarantined = async (target: TestApp) => {
  const image = await uploaded(upload(target, await nextPng()));
  const { quarantined } = image as { quarantined?: true };
  const { status } = await call(target, 'GET', `/image/${image.id}`);
  assert.equal(status, quarantined ? 404 : 200);
  return quarantined === true;
};

describe('a validator', () => {
  it('receives the picture as it will be stored, with its metadata', async () => {
    const key = await register(app);
    const png = await nextPng();
    const image = await uploaded(upload(app, png, {}, bearer(key), 'näme 1.png'));
    const [asked, ...more] = validator.asked;
    assert.deepEqual(more, []);
    const { account_id, ...metadata } = asked?.metadata ?? {};
    const info = await dataOf<{ sha256: string }>(call(app, 'GET', `/image/${image.id}`));
    assert.deepEqual(metadata, {
      sha256: info.sha256,
      size: image.size,
      format: 'PNG',
      width: 8,
      height: 6,
      filename: image.filename,
    });
    assert.match(String(account_id), /^acc_/);
    assert.equal(asked?.filename, image.filename);
    assert.equal(asked?.file.length, image.size);
    assert.equal(asked?.authorization, 'Bearer a word between them');
    await uploaded(upload(app, await nextPng()));
    assert.equal(validator.asked.at(-1)?.metadata.account_id, null);
  });

  it('refuses a picture without leaving a blob, and hides the reason from the uploader', async () => {
    const before = await app.blobFiles();
    validator.answer = answering({ decision: 'refuse', reason: 'a secret reason' });
    const error = await assertRefused(upload(app, await nextPng()), 400, 'CONTENT_REFUSED');
    assert.ok(!JSON.stringify(error).includes('secret'));
    assert.deepEqual(
      (await app.blobFiles()).filter((file) => !before.includes(file)),
      [],
    );
    assert.deepEqual(await app.temporaryFiles(), []);
  });

  it('quarantines a picture, which an administrator releases', async () => {
    validator.answer = answering({ decision: 'quarantine', reason: 'looks odd' });
    const key = await register(app);
    const image = await uploaded(upload(app, await nextPng(), {}, bearer(key)));
    await assertRefused(call(app, 'GET', `/image/${image.id}`, key), 404, 'IMAGE_NOT_FOUND');
    const admin = (await accountOf(app, { isAdmin: true })).key;
    const { images } = await dataOf<{ images: { id: string; cause: string; reason: string }[] }>(
      call(app, 'GET', '/admin/quarantine', admin),
    );
    const found = images.find(({ id }) => id === image.id);
    assert.deepEqual([found?.cause, found?.reason], ['validator', 'looks odd']);
    await dataOf(call(app, 'POST', `/admin/images/${image.id}/release`, admin));
    assert.equal((await call(app, 'GET', `/image/${image.id}`)).status, 200);
  });

  it('decides on each file of a bulk upload', async () => {
    const files = [
      ['good.png', await nextPng()],
      ['bad.png', await nextPng()],
    ] as const;
    validator.answer = (response, request) => {
      const refused = validator.asked.at(-1)?.filename === 'bad.png';
      answering({ decision: refused ? 'refuse' : 'accept' })(response, request);
    };
    const { results } = await dataOf<{ results: { success: boolean; error?: { code: string } }[] }>(bulk(app, files));
    assert.deepEqual(
      results.map((item) => item.error?.code ?? item.success),
      [true, 'CONTENT_REFUSED'],
    );
  });

  it('receives no picture that the service refuses itself', async () => {
    await assertRefused(upload(app, Buffer.from('no picture')), 400, 'INVALID_FILE_TYPE');
    assert.deepEqual(validator.asked, []);
  });
});

describe('a validator without a valid response', () => {
  const FAILURES: Record<string, TestValidator['answer']> = {
    'an error': answering({ decision: 'accept' }, 500),
    'a redirect, which is not followed': (response, request) =>
      answering('', 307, { location: `http://${request.headers.host}/elsewhere` })(response, request),
    HTML: answering('<html>'),
    'JSON without a decision': answering({ verdict: 'accept' }),
    'an unknown decision': answering({ decision: 'maybe' }),
    'JSON null': answering('null'),
    'an endless response': (response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(8_192)));
      };
      response.writeHead(200).on('drain', more);
      more();
    },
    'a closed connection': (response) => response.destroy(),
  };
  for (const [name, answer] of Object.entries(FAILURES)) {
    it(`quarantines the picture: ${name}`, async () => {
      validator.answer = answer;
      assert.equal(await isQuarantined(app), true);
      assert.equal(validator.asked.length, 1);
    });
  }

  const POLICIES: Record<OnFailure, (target: TestApp) => Promise<void>> = {
    accept: async (target) => assert.equal(await isQuarantined(target), false),
    quarantine: async (target) => assert.equal(await isQuarantined(target), true),
    refuse: async (target) => {
      const error = await assertRefused(upload(target, await nextPng()), 503, 'SERVICE_UNAVAILABLE');
      assert.equal(error.retry_after, 60);
    },
  };
  for (const [policy, expect] of Object.entries(POLICIES)) {
    it(`applies IMGD_VALIDATOR_ON_FAILURE=${policy} after the time-out`, async () => {
      await using target = await startWith(policy as OnFailure);
      validator.answer = () => {};
      await expect(target);
    });
  }
});
