import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toAppError } from '../../../src/http/protocol/errors.ts';

test('an error of Fastify or a plugin that blames the client keeps a status below 500', () => {
  const codeOf = (status: number) =>
    toAppError(Object.assign(new Error('text'), { code: 'FST_ERR_TEST', statusCode: status })).code;
  assert.equal(codeOf(400), 'INVALID_REQUEST');
  assert.equal(codeOf(403), 'ENDPOINT_NOT_FOUND');
  assert.equal(codeOf(404), 'ENDPOINT_NOT_FOUND');
  assert.equal(codeOf(405), 'METHOD_NOT_ALLOWED');
  assert.equal(codeOf(413), 'REQUEST_TOO_LARGE');
  assert.equal(codeOf(415), 'INVALID_CONTENT_TYPE');
  assert.equal(codeOf(418), 'INVALID_REQUEST');
  for (const status of [200, 304, 500, 503]) assert.equal(codeOf(status), 'INTERNAL_ERROR', String(status));
  for (const thrown of [new Error('x'), { statusCode: '404' }, 'text']) {
    assert.equal(toAppError(thrown).code, 'INTERNAL_ERROR');
  }
});
