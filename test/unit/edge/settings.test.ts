import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadConfig } from '../../../src/config.ts';
import { SettingsError } from '../../../src/lib/env.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** One line for each invalid setting. */
function problems(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env, () => 'from a file\n');
    return [];
  } catch (error) {
    assert.ok(error instanceof SettingsError);
    return error.problems;
  }
}

describe('the settings of the edge', () => {
  it('are none by default', () => {
    const { config } = loadConfig({});
    assert.deepEqual([config.edge.kind, config.edge.urls], ['none', []]);
  });

  it('are complete for every kind, or report the missing setting', () => {
    const complete: Record<string, Record<string, string>> = {
      cloudflare: { IMGD_EDGE_ZONE: 'z', IMGD_EDGE_TOKEN: 't' },
      fastly: { IMGD_EDGE_ZONE: 'z', IMGD_EDGE_TOKEN: 't' },
      bunny: { IMGD_EDGE_ZONE: '1', IMGD_EDGE_TOKEN: 't' },
      cloudfront: { IMGD_EDGE_ZONE: 'E1', IMGD_EDGE_ACCESS_KEY_ID: 'A', IMGD_EDGE_SECRET_ACCESS_KEY: 's' },
      varnish: { IMGD_EDGE_URL: 'http://10.0.0.1:6081, http://10.0.0.2:6081' },
      nginx: { IMGD_EDGE_URL: 'http://10.0.0.1' },
      webhook: { IMGD_EDGE_URL: 'https://hooks.example/purge', IMGD_EDGE_TOKEN: SECRET },
    };
    for (const [kind, env] of Object.entries(complete)) {
      assert.deepEqual(problems({ IMGD_EDGE: kind, ...env }), [], kind);
      for (const left of Object.keys(env)) {
        const { [left]: _, ...rest } = env;
        assert.deepEqual(problems({ IMGD_EDGE: kind, ...rest }), [`${left}: required when IMGD_EDGE is ${kind}`]);
      }
    }
  });

  it('refuse invalid values with the name of the setting', () => {
    const cases: [Record<string, string>, RegExp][] = [
      [{ IMGD_EDGE: 'akamai' }, /^IMGD_EDGE: must be one of none, /],
      [{ IMGD_EDGE: 'varnish', IMGD_EDGE_URL: 'varnish:6081' }, /^IMGD_EDGE_URL: must be an absolute http/],
      [{ IMGD_EDGE_ZONE: '../zones' }, /^IMGD_EDGE_ZONE: must be letters/],
      [{ IMGD_EDGE_TOKEN: 'two\nlines' }, /^IMGD_EDGE_TOKEN: must be printable ASCII/],
      [{ IMGD_EDGE_TIMEOUT_SECONDS: '0' }, /^IMGD_EDGE_TIMEOUT_SECONDS: must be a whole number from 1 to 55/],
      [
        { IMGD_EDGE: 'webhook', IMGD_EDGE_URL: 'https://hooks.example', IMGD_EDGE_TOKEN: 'whsec_short' },
        /^IMGD_EDGE_TOKEN: must be whsec_ and at least 24 bytes in base64/,
      ],
      [
        { IMGD_EDGE: 'webhook', IMGD_EDGE_URL: 'https://a.example,https://b.example', IMGD_EDGE_TOKEN: SECRET },
        /^IMGD_EDGE_URL: must be a single address/,
      ],
    ];
    for (const [env, expected] of cases) {
      const found = problems(env);
      assert.equal(found.length, 1, JSON.stringify(found));
      assert.match(found[0] ?? '', expected);
    }
  });

  it('take secrets from files', () => {
    const files = {
      IMGD_EDGE_TOKEN_FILE: 'a',
      IMGD_EDGE_ACCESS_KEY_ID_FILE: 'b',
      IMGD_EDGE_SECRET_ACCESS_KEY_FILE: 'c',
    };
    const { config } = loadConfig(files, (path) => `secret-${path}\n`);
    const { token, accessKeyId, secretAccessKey } = config.edge;
    assert.deepEqual([token, accessKeyId, secretAccessKey], ['secret-a', 'secret-b', 'secret-c']);
  });
});
