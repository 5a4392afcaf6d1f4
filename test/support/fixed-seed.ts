import fc from 'fast-check';

// Preloaded into every test process: the same commit is judged by the same examples, and other ones are a setting away.
const seed = Number(process.env.TEST_SEED ?? 20_261_121);
fc.configureGlobal({ seed });
