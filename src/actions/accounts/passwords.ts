import { hash, verify } from '@node-rs/argon2';

// Argon2id with what OWASP recommends: 19 MiB, two rounds, one lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** The hash of nobody's password, at the same cost. */
export const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5cyBzYWx0IQ$IhQZVYQ9xDfJyQcwQXdZVmyMzHNMNZZmJtS2GDC3fKQ';

/**
 * Whether a password is the one that was hashed. Where there is none (nobody registered, or an account without a
 * password) the answer is no, after the same work, so that its time does not tell the two apart.
 */
export type PasswordCheck = (passwordHash: string | null | undefined, password: string) => Promise<boolean>;

/** @returns what is stored of a password */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** @param compare replaced by tests, to count */
export function createPasswordCheck(
  compare: (hashed: string, password: string) => Promise<boolean> = verify,
): PasswordCheck {
  return async (passwordHash, password) => {
    const matches = await compare(passwordHash ?? NOBODYS_HASH, password);
    return matches && passwordHash != null;
  };
}
