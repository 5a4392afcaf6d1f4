import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as tls from 'node:tls';

const CERTIFICATE = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----.+?-----END (?:TRUSTED )?CERTIFICATE-----/gs;

/** The certificate authorities that connections trust: PostgreSQL, Redis, S3, and everything over HTTPS. */
export const authoritySettings = {
  caFile: {
    name: 'IMGD_CA_FILE',
    default: undefined,
    parse: certificatesOf,
    meaning:
      'File with the certificates (PEM) of private authorities, which connections to PostgreSQL, Redis, the S3 store, mail servers and HTTPS services trust besides the public ones; read at the start.',
  },
};

/** @throws Error with what is wrong with the file */
function certificatesOf(path: string): string[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  const found = text.match(CERTIFICATE) ?? [];
  if (found.length === 0) throw new Error(`${path} has no certificate in PEM (-----BEGIN CERTIFICATE-----)`);
  for (const [i, certificate] of found.entries()) {
    try {
      new X509Certificate(certificate);
    } catch {
      throw new Error(`certificate ${i + 1} of ${found.length} in ${path} is corrupt`);
    }
  }
  return found;
}

/**
 * Makes all later connections of this process trust the authorities of a file.
 * @param path undefined = no others
 * @throws Error that names the setting
 */
export function trustAuthorities(path: string | undefined): void {
  // An empty variable counts as missing.
  if (!path) return;
  const { name } = authoritySettings.caFile;
  let own: string[];
  try {
    own = certificatesOf(path);
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (typeof tls.setDefaultCACertificates !== 'function') {
    throw new Error(`${name} needs Node.js 22.19 or 24.5: set NODE_EXTRA_CA_CERTS in its place.`);
  }
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), ...own]);
}
