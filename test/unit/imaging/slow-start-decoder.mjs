// A decoder on a machine that takes long to start it.
import { setTimeout as sleep } from 'node:timers/promises';

await sleep(700);
await import('../../../src/imaging/decoder.ts');
