import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '../../../src/core/errors.ts';
import { linksOf } from '../../../src/core/links.ts';
import { type DoorImage, type DoorRoute, isFilePart, type UploadRoute } from '../../../src/doors/door.ts';
import { DOORS, parseDoorNames } from '../../../src/doors/doors.ts';

const HOST = 'https://images.example';
const ID = 'AbCdEfGhIjKl';
const IMAGE: DoorImage = {
  id: ID,
  filename: '"><script>&.png',
  size: 2_048,
  width: 4,
  height: 3,
  format: 'PNG',
  uploaded_at: '2026-11-22T10:00:00Z',
  links: linksOf(HOST, ID, 'PNG'),
  expires_at: '2026-11-22T11:00:00Z',
  delete_token: 'imgdd_secret',
  delete_url: `${HOST}/image/${ID}/delete/imgdd_secret`,
};
const ERRORS = [
  new AppError('FILE_TOO_LARGE', { detail: 'At most 5 <bytes> & no more.', cause: new Error('inside') }),
  new AppError('RATE_LIMIT_EXCEEDED', { retryAfterSeconds: 9 }),
  new AppError('INTERNAL_ERROR', { cause: new Error('inside') }),
];
const textOf = (body: object | string) => (typeof body === 'string' ? body : JSON.stringify(body));
const nameOf = ({ method, path }: DoorRoute) => `${method} ${path}`;
const routes = DOORS.flatMap((door) => door.routes.map((route): [string, DoorRoute] => [nameOf(route), route]));
const uploads = routes.flatMap(([name, route]): [string, UploadRoute][] =>
  route.act === 'upload' ? [[name, route]] : [],
);

describe('routes of doors', () => {
  for (const [name, route] of routes) {
    it(`${name} refuses in a form without causes and stacks`, () => {
      for (const error of ERRORS) {
        const { body, status } = route.fail(error);
        const text = textOf(body);
        assert.ok(text.length > 2 && !text.includes('inside') && !/\bat .*:\d+/.test(text), text);
        assert.ok(status === undefined || status === error.status || status === 200);
        if (name.includes('.xml')) assert.ok(!text.includes('<bytes>'), text);
      }
    });
  }

  for (const [name, route] of uploads) {
    it(`${name} answers the direct link`, () => {
      const values = new Map(route.fields?.map((field) => [field, field === 'expiration' ? '0' : '']));
      const { body, headers = {} } = route.succeed([IMAGE], values, []);
      assert.ok(`${textOf(body)} ${headers.location ?? ''}`.includes(IMAGE.links.direct));
      assert.ok(route.parts.every((part) => isFilePart(route, part)));
      assert.ok(!isFilePart(route, 'other'));
    });
  }

  it('have one path each below the prefix of their door', () => {
    const names = routes.map(([name]) => name);
    assert.equal(new Set(names).size, names.length);
    for (const { prefix, routes } of DOORS)
      assert.ok(
        routes.every(({ path }) => path.startsWith(prefix)),
        prefix,
      );
  });

  it('keep the address of the deletion out of what Editor.js saves in a document', () => {
    const [, route] = uploads.find(([name]) => name.endsWith('/editorjs')) ?? [];
    assert.ok(!JSON.stringify(route?.succeed([IMAGE], new Map(), []).body).includes('imgdd_'));
  });
});

describe('values of Chevereto', () => {
  const read = uploads.find(([name]) => name === 'POST /api/1/upload')?.[1].read;
  const secondsOf = (expiration: string) => read?.(new Map([['expiration', expiration]])).expires_in;
  for (const [text, seconds] of [
    ['', undefined],
    ['0', undefined],
    ['60', '60'],
    ['PT5M', '300'],
    ['P1DT2H', '93600'],
    ['P1W', '604800'],
    ['p1m', '2592000'],
    ['P1Y', '31536000'],
  ] as const) {
    it(`read ${JSON.stringify(text)} as ${seconds} seconds`, () => assert.equal(secondsOf(text), seconds));
  }
  for (const text of ['P', 'PT', '-1', '1.5', 'P1', 'tomorrow', 'PT1Y', '9'.repeat(30)]) {
    it(`refuse the expiration ${text}`, () => assert.throws(() => secondsOf(text), { code: 'INVALID_EXPIRY' }));
  }
});

describe('IMGD_DOORS', () => {
  it('is all, none, or known names', () => {
    const names = DOORS.map(({ name }) => name);
    assert.deepEqual(parseDoorNames(['all']), names);
    assert.deepEqual(parseDoorNames(['none']), []);
    assert.deepEqual(parseDoorNames(['text', 'editors']), ['editors', 'text']);
    for (const words of [[], ['none', 'text'], ['Editors'], ['a']])
      assert.throws(() => parseDoorNames(words), /must be/);
  });
});
