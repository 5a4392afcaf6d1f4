import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { call } from '../support/requests.ts';
import { dataOf } from '../support/sign-in.ts';
import { startApp, type TestApp } from '../support/start-app.ts';

const GIB = 2 ** 30;

const tableOf = async (app: TestApp) => {
  const page = await (await fetch(`${app.url}/about`)).text();
  return [...page.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell]) => cell),
  );
};
const plansOf = async (app: TestApp) => {
  const { plans } = await dataOf<{ plans: Record<string, unknown>[] }>(call(app, 'GET', '/plans'));
  return plans.map((plan) => [
    ...[plan.name, plan.max_storage, plan.default_expiry_hours, plan.max_expiry_hours, plan.permanent],
  ]);
};

describe('the plans, in the API and on the page about the service', () => {
  it('tell storage, default and greatest expiry where they are set', async () => {
    const plans = {
      anonymous: { maxExpiryHours: 72 },
      free: { storageBytes: GIB, defaultExpiryHours: 30 },
    };
    const env = {
      IMGD_PLANS: JSON.stringify(plans),
      IMGD_MAX_ACCOUNT_BYTES: String(2 * GIB),
      IMGD_MAX_EXPIRY_HOURS: '8760',
    };
    await using app = await startApp({ env });
    assert.deepEqual(await plansOf(app), [
      ['anonymous', null, 72, 72, false],
      ['free', GIB, 30, 8_760, true],
      ['pro', 2 * GIB, 0, 8_760, true],
      ['enterprise', 2 * GIB, 0, 8_760, true],
    ]);
    const [head, ...rows] = await tableOf(app);
    assert.deepEqual(head?.slice(5), ['Storage', 'Expires after, unless chosen', 'Expires at the latest after']);
    assert.deepEqual(
      rows.map((row) => [row[0], ...row.slice(5)]),
      [
        ['anonymous', '–', '3 days', '3 days'],
        ['free', '1 GB', '30 hours', '–'],
        ['pro', '–', 'Never', '–'],
        ['enterprise', '–', 'Never', '–'],
      ],
    );
  });

  it('have no such columns where no plan sets them', async () => {
    await using app = await startApp();
    const [head] = await tableOf(app);
    assert.deepEqual(head, ['Plan', 'Requests per hour', 'Max file size', 'Files per batch', 'Megapixels']);
  });
});
