#!/usr/bin/env node
import { isCheckout } from './preflight.js';
import { run } from './run.js';

await run(!isCheckout);
