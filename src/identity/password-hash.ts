import { hash, verify } from '@node-rs/argon2';

/** Argon2id with the parameters that OWASP recommends: 19 MiB, two iterations, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** A hash at the same cost that no account has. */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5cyBzYWx0IQ$IhQZVYQ9xDfJyQcwQXdZVmyMzHNMNZZmJtS2GDC3fKQ';

/**
 * Compares a password with a stored hash. Without a hash (unknown e-mail, or an account without a password) it is false
 * after the same work, so that the response time does not reveal which accounts exist.
 */
export type PasswordCheck = (passwordHash: string | null | undefined, password: string) => Promise<boolean>;

/** @returns the hash to store, in the PHC string format */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** @param compare replaced by tests */
export function createPasswordCheck(
  compare: (hashed: string, password: string) => Promise<boolean> = verify,
): PasswordCheck {
  return async (passwordHash, password) => {
    const matches = await compare(passwordHash ?? DUMMY_HASH, password);
    return matches && passwordHash != null;
  };
}
