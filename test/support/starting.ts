import { launch } from '../faults/support/service.ts';

/** What a start says of what it waits for. */
export const LOG = { IMGD_LOG_LEVEL: 'info' };

/** Starts `imgd serve`. @returns its output so far, and its end */
export function starting(dataDir: string, env: Record<string, string>) {
  const { child, exited } = launch({ dataDir, env: { ...LOG, ...env } });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
  }
  return {
    log: () => log,
    exited: exited.then(() => child.exitCode),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
