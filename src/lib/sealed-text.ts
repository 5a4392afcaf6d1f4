import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * A key for texts that only the holders of all parts can open, such as a credential that is not stored.
 * @param secret of the service
 * @param purpose separates the keys of different uses of one secret
 */
export function sealingKeyOf(secret: Buffer, purpose: string, parts: readonly string[]): Buffer {
  return Buffer.from(hkdfSync('sha256', JSON.stringify(parts), secret, purpose, 32));
}

/** Encrypts a text (AES-256-GCM). @returns base64 */
export function sealText(text: string, sealingKey: Buffer): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sealingKey, iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}

/** @throws Error for another key, or a text that was changed */
export function openText(stored: string, sealingKey: Buffer): string {
  const bytes = Buffer.from(stored, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', sealingKey, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}
