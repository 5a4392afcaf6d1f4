import { startBundledPrograms } from '../../src/lib/program-files.ts';

// Preloaded into every test process where the bundle is current: services of tests start hundreds of decoder processes and
// threads, which load from the bundle in a quarter of the processor time.
startBundledPrograms();
