import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { signAws } from '../../../src/edge/cloudfront.ts';
import { createWebhookEdge } from '../../../src/edge/create-edge.ts';
import { signWebhook } from '../../../src/lib/webhook-signature.ts';
import { someCopies, startEdgeApi } from '../../support/edge-api.ts';

describe('AWS Signature Version 4', () => {
  const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
  const at = Date.UTC(2015, 7, 30, 12, 36, 0);
  const signature = (headers: Record<string, string>) =>
    /Signature=([0-9a-f]{64})$/.exec(headers.authorization ?? '')?.[1];

  // The worked example of the AWS General Reference ("Examples of the complete Signature Version 4 signing process").
  it('signs the ListUsers example of the AWS reference', async () => {
    const signed = await signAws(
      {
        method: 'GET',
        url: 'https://iam.amazonaws.com/?Action=ListUsers&Version=2010-05-08',
        headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
        body: '',
        region: 'us-east-1',
        service: 'iam',
      },
      credentials,
      at,
    );
    assert.equal(
      signed.authorization,
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/iam/aws4_request, SignedHeaders=content-type;host;x-amz-date, Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7',
    );
    assert.equal(signed['x-amz-date'], '20150830T123600Z');
  });

  // Cases of the AWS Signature Version 4 test suite.
  it('signs get-vanilla, post-vanilla and get-vanilla-query-order-key-case of the AWS test suite', async () => {
    const sign = async (method: string, query = '') =>
      signature(
        await signAws(
          {
            method,
            url: `https://example.amazonaws.com/${query}`,
            headers: {},
            body: '',
            region: 'us-east-1',
            service: 'service',
          },
          credentials,
          at,
        ),
      );
    assert.equal(await sign('GET'), '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31');
    assert.equal(await sign('POST'), '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b');
    assert.equal(
      await sign('GET', '?Param2=value2&Param1=value1'),
      'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
    );
  });
});

describe('Standard Webhooks', () => {
  // The example of the specification's reference libraries.
  it('signs the example of the specification', () => {
    const headers = signWebhook(
      ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
      '{"test": 2432232314}',
      1_614_265_330_000,
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
    );
    assert.deepEqual(headers, {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('sends the images to purge with a signature and a fresh timestamp', async () => {
    const key = Buffer.from('a key of twenty-four byte');
    await using api = await startEdgeApi();
    const edge = createWebhookEdge({
      url: `${api.url}/hook`,
      secret: `whsec_${key.toString('base64')}`,
      timeoutMs: 1_000,
    });
    const images = someCopies(2);
    assert.deepEqual(await edge.purge(images), [undefined, undefined]);
    const [{ headers, body }] = api.requests as [(typeof api.requests)[0]];
    const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    assert.equal(headers['webhook-signature'], `v1,${createHmac('sha256', key).update(content).digest('base64')}`);
    assert.ok(Math.abs(Number(headers['webhook-timestamp']) * 1_000 - Date.now()) < 60_000);
    const message = JSON.parse(body) as { type: string; timestamp: string; data: unknown };
    assert.equal(message.type, 'edge.purge');
    assert.ok(!Number.isNaN(Date.parse(message.timestamp)));
    assert.deepEqual(message.data, { images: images.map(({ tag, urls }) => ({ tag, urls })) });
  });
});
