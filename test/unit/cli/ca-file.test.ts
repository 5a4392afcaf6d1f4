import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { loadConfig } from '../../../src/config.ts';
import { trustAuthorities } from '../../../src/lib/authorities.ts';
import { SettingsError } from '../../../src/lib/env.ts';
import { makeAuthority, noOpenssl } from '../../support/private-ca.ts';
import { imgd, tempDir } from './support.ts';

const CORRUPT = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';

describe('IMGD_CA_FILE', { skip: noOpenssl }, () => {
  for (const [name, content, problem] of [
    ['that is missing', undefined, /^IMGD_CA_FILE: cannot be read: ENOENT.*ca\.pem'$/],
    ['without a certificate', 'hello', /^IMGD_CA_FILE: .*ca\.pem has no certificate in PEM/],
    ['with a corrupt certificate', CORRUPT, /^IMGD_CA_FILE: certificate 1 of 1 in .*ca\.pem is corrupt$/],
  ] as const) {
    it(`${name} is refused with the other settings`, async () => {
      await using dir = await tempDir();
      const path = join(dir.path, 'ca.pem');
      if (content !== undefined) writeFileSync(path, content);
      assert.throws(
        () => loadConfig({ IMGD_CA_FILE: path, IMGD_PORT: 'x' }),
        (error) => {
          assert.ok(error instanceof SettingsError);
          assert.equal(error.problems.length, 2);
          return error.problems.some((one) => problem.test(one));
        },
      );
      assert.throws(() => trustAuthorities(path), { message: problem });
    });
  }

  it('that is missing ends serve and config --check with one line', async () => {
    await using dir = await tempDir();
    const env = { IMGD_DATA_DIR: dir.path, IMGD_CA_FILE: join(dir.path, 'ca.pem') };
    for (const args of [['serve'], ['config', '--check']]) {
      const { code, stdout, stderr } = await imgd(args, env);
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, /^imgd: IMGD_CA_FILE: cannot be read: ENOENT.*ca\.pem'\n$/);
    }
  });

  it('is trusted by imgd upload, besides the public authorities', async () => {
    await using dir = await tempDir();
    const { certificate, key, authority } = makeAuthority(dir.path);
    const server = createServer({ cert: readFileSync(certificate), key: readFileSync(key) }, (_, response) => {
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end('{"success":false,"error":{"code":"INVALID_API_KEY","message":"The server was reached."}}');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    try {
      const picture = join(dir.path, 'a.png');
      writeFileSync(picture, 'not read');
      const { port } = server.address() as AddressInfo;
      const env = { IMGD_CLIENT_URL: `https://127.0.0.1:${port}`, IMGD_CA_FILE: authority };
      assert.match((await imgd(['upload', picture], env)).stderr, /The server was reached/);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });
});
