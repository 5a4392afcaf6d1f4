import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { DEFAULT_PLANS, isPlanName, PLAN_NAMES, plansFrom } from '../../../src/core/plans.ts';

const MIB = 1_048_576;

describe('plans', () => {
  it('are those of the interface document', () => {
    const table = PLAN_NAMES.map((name) => {
      const { requestsPerHour, maxFileBytes, maxBulkFiles } = DEFAULT_PLANS[name];
      return [name, requestsPerHour, maxFileBytes / MIB, maxBulkFiles];
    });
    assert.deepEqual(table, [
      ['anonymous', 100, 64, 10],
      ['free', 1_000, 64, 50],
      ['pro', 10_000, 256, 500],
      ['enterprise', null, 1_024, null],
    ]);
    for (const name of PLAN_NAMES) assert.equal(DEFAULT_PLANS[name].name, name);
  });

  it('override single limits from JSON, and keep all others and the defaults', () => {
    const before = structuredClone(DEFAULT_PLANS);
    const limits = fc.record(
      {
        requestsPerHour: fc.option(fc.integer({ min: 1 })),
        maxFileBytes: fc.integer({ min: 1 }),
        maxBulkFiles: fc.option(fc.integer({ min: 1 })),
        maxPixels: fc.integer({ min: 1 }),
      },
      { requiredKeys: [] },
    );
    const overrides = fc.dictionary(fc.constantFrom(...PLAN_NAMES), limits);
    fc.assert(
      fc.property(overrides, (given) => {
        const plans = plansFrom(JSON.stringify(given));
        for (const name of PLAN_NAMES) assert.deepEqual(plans[name], { ...before[name], ...given[name] });
        assert.deepEqual(DEFAULT_PLANS, before);
      }),
    );
  });

  for (const [json, message] of [
    ['[]', /must be a JSON object/],
    ['null', /must be a JSON object/],
    ['{', /JSON/],
    ['{"gold":{}}', /unknown plan "gold".*anonymous, free, pro, enterprise/],
    ['{"__proto__":{"maxPixels":1}}', /unknown plan "__proto__"/],
    ['{"free":1}', /free must be a JSON object/],
    ['{"free":{"price":1}}', /unknown limit free\.price/],
    ['{"free":{"name":"pro"}}', /unknown limit free\.name/],
    ['{"free":{"requestsPerHour":0}}', /free\.requestsPerHour must be a whole number above 0 or null/],
    ['{"free":{"maxFileBytes":null}}', /free\.maxFileBytes must be a whole number above 0$/],
    ['{"free":{"maxPixels":1.5}}', /maxPixels must be a whole number/],
    ['{"free":{"maxPixels":"1"}}', /maxPixels must be a whole number/],
    ['{"free":{"maxPixels":1e300}}', /maxPixels must be a whole number/],
  ] as const) {
    it(`refuse ${json}`, () => {
      assert.throws(() => plansFrom(json), message);
    });
  }

  it('are recognized by their names', () => {
    for (const name of PLAN_NAMES) assert.ok(isPlanName(name));
    for (const name of ['', 'Free', 'constructor']) assert.ok(!isPlanName(name));
  });
});
