import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '../../../src/core/errors.ts';
import { createMemoryWindow } from '../../../src/limits/limits.ts';
import { createWindows, DEFAULT_WINDOWS, windowsFrom } from '../../../src/limits/windows.ts';

const figures = windowsFrom('{"variants":{"address":3,"network":5,"account":2},"albumPages":{"address":null}}');
const open = () => createWindows(figures, (_name, seconds) => createMemoryWindow(seconds));
const refused = (retryAfterSeconds: number, details: object) => (error: unknown) => {
  assert.ok(error instanceof AppError);
  assert.deepEqual([error.code, error.status], ['TOO_MANY_ATTEMPTS', 429]);
  assert.deepEqual([error.retryAfterSeconds, error.details], [retryAfterSeconds, details]);
  return true;
};

describe('a named window', () => {
  it('gives limit, use and time left, and refuses the event beyond the limit with the figures', async (t) => {
    t.mock.timers.enable({ apis: ['Date', 'setTimeout'], now: Date.UTC(2026, 0, 1) });
    const { variants } = open();
    const subject = { address: '192.0.2.1' };
    assert.deepEqual(await variants.peek(subject), { limit: 3, used: 0, msLeft: 3_600_000 });
    for (const used of [1, 2, 3]) {
      assert.deepEqual(await variants.count(subject), { limit: 3, used, msLeft: 3_600_000 });
    }
    t.mock.timers.tick(600_000);
    const details = { window: 'variants', limit: 3, window_seconds: 3_600 };
    await assert.rejects(variants.count(subject), refused(3_000, details));
    await variants.count({ address: '192.0.2.2' });
    await variants.count({ account: 'acc_1' });
    t.mock.timers.tick(3_000_000);
    assert.equal((await variants.count(subject)).used, 1);
  });

  it('admits exactly the limit under parallel events', async () => {
    const { variants } = open();
    const tries = await Promise.allSettled(Array.from({ length: 50 }, () => variants.count({ account: 'acc_1' })));
    assert.equal(tries.filter(({ status }) => status === 'fulfilled').length, 2);
  });

  it('counts an IPv6 /48 together, and refused events of one /64 do not use it up', async () => {
    const { variants } = open();
    const count = (address: string) => variants.count({ address });
    for (let i = 0; i < 3; i++) await count('2001:db8:1:1::/64');
    for (let i = 0; i < 10; i++) await assert.rejects(count('2001:db8:1:1::/64'));
    await count('2001:db8:1:2::/64');
    await count('2001:db8:1:3::/64');
    await assert.rejects(count('2001:db8:1:4::/64'), {
      details: { window: 'variants', limit: 5, window_seconds: 3_600 },
    });
    await count('2001:db8:2:4::/64');
  });

  it('takes an event back', async () => {
    const { variants } = open();
    const subject = { account: 'acc_1' };
    await variants.giveBack(subject);
    await variants.count(subject);
    await variants.count(subject);
    await variants.giveBack(subject);
    await variants.count(subject);
    await assert.rejects(variants.count(subject));
  });

  it('is unlimited without a figure', async () => {
    const { albumPages } = open();
    for (let i = 0; i < 1_000; i++) await albumPages.count({ address: '192.0.2.1' });
    assert.deepEqual(await albumPages.peek({ account: 'acc_1' }), { limit: null, used: 0, msLeft: 3_600_000 });
  });
});

describe('IMGD_WINDOWS', () => {
  it('overrides single figures', () => {
    assert.deepEqual(windowsFrom('{}'), DEFAULT_WINDOWS);
    assert.equal(windowsFrom('{"variants":{"address":7}}').variants.address, 7);
    assert.equal(windowsFrom('{"variants":{"address":7}}').variants.account, DEFAULT_WINDOWS.variants.account);
    assert.equal(windowsFrom('{"albumPages":{"address":null}}').albumPages.address, null);
  });

  for (const [json, message] of [
    ['[]', /must be a JSON object/],
    ['{"variants":3}', /variants must be a JSON object/],
    ['{"planted":{}}', /unknown window "planted"/],
    ['{"constructor":{}}', /unknown window "constructor"/],
    ['{"variants":{"seconds":1}}', /unknown figure variants.seconds/],
    ['{"albumPages":{"account":1}}', /unknown figure albumPages.account/],
    ['{"variants":{"address":0}}', /variants.address must be a whole number above 0 or null/],
    ['{"variants":{"address":"9"}}', /variants.address must be a whole number above 0 or null/],
  ] as const) {
    it(`refuses ${json}`, () => assert.throws(() => windowsFrom(json), message));
  }
});
