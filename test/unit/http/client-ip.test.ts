import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { createClientIp, createForwardedFor } from '../../../src/http/protocol/client-ip.ts';

const from = (remoteAddress: string, forwarded?: string) =>
  ({
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    socket: { remoteAddress },
  }) as unknown as IncomingMessage;

function settled(trustProxy: string[], request: IncomingMessage): string | undefined {
  createForwardedFor(trustProxy)(request);
  return createClientIp(trustProxy)(request);
}

describe('the address of a client', () => {
  it('has neither the port nor the brackets that a trusted proxy writes', () => {
    const trusted = ['127.0.0.1', '10.0.0.0/8'];
    for (const [forwarded, expected] of [
      ['192.0.2.7:5678', '192.0.2.7'],
      ['[2001:db8::1]:4711', '2001:db8::1'],
      ['[2001:db8::1]', '2001:db8::1'],
      ['198.51.100.1:1, 192.0.2.7:2, 10.0.0.5:3', '192.0.2.7'],
      ['192.0.2.7', '192.0.2.7'],
    ] as const) {
      assert.equal(settled(trusted, from('127.0.0.1', forwarded)), expected, forwarded);
    }
  });

  it('is that of the connection where its peer is not trusted', () => {
    for (const trusted of [[], ['10.0.0.1']])
      assert.equal(settled(trusted, from('127.0.0.1', '192.0.2.7')), '127.0.0.1');
  });

  it('is reported once where a peer sends X-Forwarded-For and is not trusted, for three peers at most', () => {
    for (const trusted of [[], ['10.0.0.1']]) {
      const peers: string[] = [];
      const settle = createForwardedFor(trusted, (peer) => peers.push(peer));
      for (const peer of ['172.17.0.1', '172.17.0.1', '192.0.2.1', '192.0.2.2', '192.0.2.3'])
        settle(from(peer, '198.51.100.1'));
      settle(from('192.0.2.9'));
      settle(from('10.0.0.1', '198.51.100.1'));
      assert.deepEqual(peers, ['172.17.0.1', '192.0.2.1', '192.0.2.2']);
    }
  });
});
