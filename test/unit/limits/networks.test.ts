import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { canonicalNetwork, compileNetworks } from '../../../src/limits/networks.ts';

describe('networks', () => {
  for (const [given, canonical] of [
    ['203.0.113.7', '203.0.113.7/32'],
    ['203.0.113.7/24', '203.0.113.0/24'],
    ['2001:DB8:0:1::5', '2001:db8:0:1::/64'],
    ['2001:db8::/32', '2001:db8::/32'],
  ] as const) {
    it(`${given} has the canonical form ${canonical}`, () => assert.equal(canonicalNetwork(given), canonical));
  }

  for (const given of ['', 'example.org', '203.0.113.0/33', '0.0.0.0/0', '::/0', '2001:db8::/65', '10.0.0.0/7']) {
    it(`"${given}" is refused`, () => assert.throws(() => canonicalNetwork(given), /^Error: must /));
  }

  it('are found by the address of a caller, the narrowest first', () => {
    const find = compileNetworks([
      ['203.0.113.0/24', 'wide'],
      ['203.0.113.7/32', 'narrow'],
      ['2001:db8::/32', 'six'],
    ]);
    assert.equal(find('203.0.113.7'), 'narrow');
    assert.equal(find('203.0.113.8'), 'wide');
    assert.equal(find('2001:db8:9:1::/64'), 'six');
    for (const other of ['203.0.114.7', '2001:db9::/64', 'unknown']) assert.equal(find(other), undefined);
    assert.equal(compileNetworks([])('203.0.113.7'), undefined);
  });
});
