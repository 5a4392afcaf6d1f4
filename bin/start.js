import { isCheckout } from './preflight.js';
import { run } from './run.js';
import { isBundleCurrent } from './sources.js';

// `npm start`: in a checkout the bundle, which starts in half of the time, unless a source has changed since it was built.
await run(!isCheckout || isBundleCurrent());
