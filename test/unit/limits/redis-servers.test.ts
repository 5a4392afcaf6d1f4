import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { redisServers } from '../../../src/limits/redis-servers.ts';

describe('redisServers', () => {
  it('leaves the URL of one server to the driver', () => {
    const url = 'rediss://user:password@redis.example:6380/2?family=6';
    assert.deepEqual(redisServers(url), { kind: 'server', url, hosts: ['redis.example:6380'] });
  });

  it('reads sentinels, the name of the primary, its database and both passwords', () => {
    const url = 'rediss+sentinel://user:p%40ss@one:26380,[::1]/mymaster/3?sentinel_username=s&sentinel_password=t%26';
    assert.deepEqual(redisServers(url), {
      kind: 'sentinel',
      tls: true,
      hosts: ['one:26380', '[::1]'],
      nodes: [
        { host: 'one', port: 26_380 },
        { host: '::1', port: 26_379 },
      ],
      username: 'user',
      password: 'p@ss',
      name: 'mymaster',
      db: 3,
      sentinel: { username: 's', password: 't&' },
    });
  });

  it('reads the nodes of a cluster', () => {
    assert.deepEqual(redisServers('redis+cluster://:secret@one:7000,two'), {
      kind: 'cluster',
      tls: false,
      hosts: ['one:7000', 'two'],
      nodes: [
        { host: 'one', port: 7_000 },
        { host: 'two', port: 6_379 },
      ],
      password: 'secret',
    });
  });

  for (const [text, rule] of [
    ['http://one', /must be a URL such as redis:/],
    ['redis://one,two', /must be a URL such as redis:/],
    ['redis+sentinel://one,,two/mymaster', /must be a URL such as redis:/],
    ['redis+proxy://one', /must be a URL such as redis:/],
    ['redis+sentinel://one:26379', /must end with the name of the primary/],
    ['redis+sentinel://one/mymaster/first', /must end with the name of the primary/],
    ['redis+cluster://one/1', /a cluster has only number 0/],
  ] as const) {
    it(`refuses ${text}`, () => assert.throws(() => redisServers(text), rule));
  }
});
