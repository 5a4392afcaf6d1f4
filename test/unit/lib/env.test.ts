import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readSettings } from '../../../src/lib/env.ts';
import { anyText, bytes, httpUrl, integer, list, oneOf } from '../../../src/lib/setting-parsers.ts';

const DECLARED = {
  port: { name: 'IMGD_PORT', default: '8080', parse: integer(0, 65_535), meaning: 'Port.' },
  host: { name: 'IMGD_HOST', default: undefined, parse: anyText, meaning: 'Host.' },
  key: { name: 'IMGD_KEY', default: undefined, parse: anyText, meaning: 'Key.', secret: true, aliases: ['IMGD_TOKEN'] },
  rate: {
    name: 'IMGD_RATE',
    default: '1',
    parse: integer(0, 9),
    meaning: 'Rate.',
    aliases: ['IMGD_SPEED', 'IMGD_TEMPO'],
  },
};

function read(env: Record<string, string>, files: Record<string, string> = {}) {
  const problems: string[] = [];
  const readFile = (path: string) => {
    const text = files[path];
    if (text === undefined) throw new Error(`ENOENT: ${path}`);
    return text;
  };
  return { ...readSettings(DECLARED, env, readFile, problems), problems };
}

describe('settings', () => {
  it('come from the environment or the default, and report which', () => {
    const { values, origins, problems } = read({ IMGD_HOST: 'h' });
    assert.deepEqual({ ...values }, { port: 8_080, host: 'h', key: undefined, rate: 1 });
    assert.deepEqual(
      origins.map(({ name, from, secret }) => [name, from, secret]),
      [
        ['IMGD_PORT', 'default', false],
        ['IMGD_HOST', 'environment', false],
        ['IMGD_KEY', 'default', true],
        ['IMGD_RATE', 'default', false],
      ],
    );
    assert.deepEqual(problems, []);
  });

  it('treat an empty variable as missing', () => {
    assert.deepEqual(
      { ...read({ IMGD_PORT: '', IMGD_HOST: '' }).values },
      { port: 8_080, host: undefined, key: undefined, rate: 1 },
    );
  });

  it('read secrets, and only secrets, from files', () => {
    const files = { '/run/key': 'from-file\n', '/run/host': 'no' };
    const { values, origins } = read({ IMGD_KEY_FILE: '/run/key', IMGD_HOST_FILE: '/run/host' }, files);
    assert.deepEqual([values.key, values.host], ['from-file', undefined]);
    assert.equal(origins.find(({ name }) => name === 'IMGD_KEY')?.from, 'file');
  });

  it('refuse a secret that is set twice or whose file is missing', () => {
    assert.match(read({ IMGD_KEY: 'a', IMGD_KEY_FILE: '/b' }, { '/b': 'c' }).problems.join(), /IMGD_KEY: .*not both/);
    assert.match(read({ IMGD_KEY_FILE: '/none' }).problems.join(), /IMGD_KEY: ENOENT/);
  });

  it('refuse an empty secret, and treat an empty name of a file as missing', () => {
    assert.match(read({ IMGD_KEY_FILE: '/b' }, { '/b': ' \n' }).problems.join(), /IMGD_KEY: \/b is empty/);
    assert.match(read({ IMGD_KEY: '  ' }).problems.join(), /IMGD_KEY: the variable is empty/);
    const { values, problems } = read({ IMGD_KEY_FILE: '', IMGD_TOKEN_FILE: '/b' }, { '/b': 'c' });
    assert.deepEqual([values.key, problems], ['c', []]);
    assert.equal(read({ IMGD_KEY_FILE: '' }).values.key, undefined);
    assert.equal(read({ IMGD_KEY_FILE: '', IMGD_KEY: 'a' }).values.key, 'a');
  });

  it('report all problems at once', () => {
    const { problems } = read({ IMGD_PORT: '70000', IMGD_KEY: 'a', IMGD_KEY_FILE: '/b' });
    assert.deepEqual(
      problems.map((problem) => problem.split(':')[0]),
      ['IMGD_PORT', 'IMGD_KEY'],
    );
  });

  it('are also read by their old names; the current name takes precedence', () => {
    const { values, origins, problems } = read({ IMGD_SPEED: '2', IMGD_TOKEN: 'old' });
    assert.deepEqual([values.rate, values.key, problems], [2, 'old', []]);
    assert.equal(origins.find(({ name }) => name === 'IMGD_RATE')?.from, 'environment');
    assert.equal(read({ IMGD_TEMPO: '4', IMGD_SPEED: '', IMGD_RATE: '' }).values.rate, 4);
    assert.equal(read({ IMGD_SPEED: '2', IMGD_RATE: '3' }).values.rate, 3);
  });

  it('read a secret from the file of an old name', () => {
    const files = { '/new': 'new\n', '/old': 'old\n' };
    assert.equal(read({ IMGD_TOKEN_FILE: '/old' }, files).values.key, 'old');
    assert.equal(read({ IMGD_TOKEN_FILE: '/old', IMGD_KEY_FILE: '/new' }, files).values.key, 'new');
    assert.equal(read({ IMGD_TOKEN_FILE: '/old', IMGD_KEY: 'plain' }, files).values.key, 'plain');
    assert.match(read({ IMGD_TOKEN: 'a', IMGD_TOKEN_FILE: '/old' }, files).problems.join(), /IMGD_TOKEN: .*not both/);
  });

  it('name the invalid variable, also with an old name', () => {
    assert.match(read({ IMGD_SPEED: 'x' }).problems.join(), /^IMGD_SPEED: must be a whole number/);
  });

  it('cannot be changed afterwards', () => {
    assert.ok(Object.isFrozen(read({}).values));
  });
});

describe('parsers of settings', () => {
  it('accept whole numbers within bounds', () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer().map(String), fc.string(), fc.double().map(String)), (text) => {
        const right = /^[0-9]{1,16}$/.test(text) && Number(text) >= 5 && Number(text) <= 50;
        if (right) assert.equal(integer(5, 50)(text), Number(text));
        else assert.throws(() => integer(5, 50)(text), /whole number from 5 to 50/);
      }),
    );
    assert.throws(() => integer(0)('9999999999999999'), /whole number/, 'no more than JavaScript represents exactly');
    assert.deepEqual([integer(5, 50)('5'), integer(5, 50)('50')], [5, 50]);
  });

  it('accept words from a closed list', () => {
    assert.equal(oneOf('a', 'b')('b'), 'b');
    for (const text of ['A', '', 'toString']) assert.throws(() => oneOf('a', 'b')(text), /must be one of a, b/);
  });

  it('accept absolute http addresses and remove slashes at the end', () => {
    assert.equal(httpUrl('https://img.example.com/'), 'https://img.example.com');
    assert.equal(httpUrl('http://localhost:8080'), 'http://localhost:8080');
    assert.equal(httpUrl('https://example.com/a/b//'), 'https://example.com/a/b');
    const wrong = [
      '',
      'example.com',
      '/a',
      'ftp://a',
      'javascript:alert(1)',
      'https://a?b',
      'https://a#b',
      'https://u:p@a',
      'https://:p@a',
    ];
    for (const text of wrong) assert.throws(() => httpUrl(text), /absolute http/, text);
  });

  it('accept lists', () => {
    assert.deepEqual(list(' a, b,,c ,'), ['a', 'b', 'c']);
    assert.deepEqual(list(''), []);
  });
});

describe('numbers of bytes', () => {
  it('are plain, or have a unit of 1000 or 1024', () => {
    const parse = bytes(0);
    for (const [text, value] of [
      ['0', 0],
      ['1048576', 1_048_576],
      ['1e9', 1_000_000_000],
      ['10GB', 10_000_000_000],
      ['10gb', 10_000_000_000],
      ['64MiB', 64 * 2 ** 20],
      ['1.5 GiB', 1.5 * 2 ** 30],
      ['2TB', 2e12],
      ['7B', 7],
      ['512 kB', 512_000],
    ] as const) {
      assert.equal(parse(text), value, text);
    }
  });

  it('say which units there are when they are wrong', () => {
    for (const text of ['10 gigabytes', '10G', '-1', '1.5', '', 'MiB', '9007199254740993', '1e99', '10 GB/s', ' 1']) {
      assert.throws(() => bytes(0)(text), {
        message: 'must be a whole number of bytes from 0, such as 67108864, 64MiB (MiB = 2^20) or 10GB (GB = 10^9)',
      });
    }
    assert.throws(() => bytes(1)('0'), /from 1/);
  });
});
