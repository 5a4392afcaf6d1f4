import fc from 'fast-check';

// Preloaded into every test process, so that each run of a commit tests the same examples. TEST_SEED selects others.
const seed = Number(process.env.TEST_SEED ?? 20_261_121);
fc.configureGlobal({ seed });
