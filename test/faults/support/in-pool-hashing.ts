// A planted error for `--import`: passwords are hashed without a bound on the threads of Node.js that read files.
import { registerHooks } from 'node:module';

const REPLACEMENT = `
  import { hash, verify } from '@node-rs/argon2';
  const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
  const dummy = await hash('x', COST);
  export const hashPassword = (password) => hash(password, COST);
  export const createPasswordCheck = () => async (hashed, password) =>
    (await verify(hashed ?? dummy, password)) && hashed != null;
`;

registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('/src/identity/password-hash.ts')) return nextLoad(url, context);
    return { format: 'module', source: REPLACEMENT, shortCircuit: true };
  },
});
