import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../../scripts/services/process.ts';
import type { Tls } from '../../scripts/services/redis.ts';

/** `skip` value of tests that need a private authority. */
export const noOpenssl =
  findProgram('openssl') === undefined && process.env.CI !== 'true' && 'openssl is not installed';

/**
 * Makes a certificate authority that no program trusts, and the certificate of servers on loopback.
 * @param dir an existing directory for the files
 */
export function makeAuthority(dir: string): Tls {
  const file = (name: string) => join(dir, name);
  const request = (subject: string, out: string, ...more: string[]) => {
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
    const files = ['-keyout', file(`${out}.key`), '-out', file(`${out}.pem`)];
    const made = spawnSync('openssl', ['req', '-x509', ...curve, '-subj', subject, ...files, ...more]);
    if (made.status !== 0) throw new Error(`openssl: ${made.stderr}`);
  };
  request('/CN=private authority', 'ca', '-addext', 'basicConstraints=critical,CA:TRUE');
  const names = ['-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost', '-addext', 'basicConstraints=CA:FALSE'];
  request('/CN=localhost', 'server', '-CA', file('ca.pem'), '-CAkey', file('ca.key'), ...names);
  chmodSync(file('server.key'), 0o600);
  return { certificate: file('server.pem'), key: file('server.key'), authority: file('ca.pem') };
}
