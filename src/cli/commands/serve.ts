import type { Command } from 'commander';
import { compose } from '../../compose.ts';
import { loadConfig } from '../../config.ts';

/** How long requests under way may take to finish when the service is told to end. */
const DRAIN_MS = 30_000;

/** `imgd serve`: runs the service until SIGTERM or SIGINT. */
export function serveCommand(program: Command): void {
  program
    .command('serve')
    .description('run the service')
    .action(async () => {
      const { config, unknown } = loadConfig(process.env);
      for (const name of unknown) process.stderr.write(`imgd: there is no setting ${name}; it is ignored\n`);
      const service = await compose(config);
      const ended = endOnSignal(() => service.close(DRAIN_MS));
      process.stdout.write(`imgd listening on ${await service.listen()}\n`);
      await ended;
    });
}

/** Resolves when a signal has come and everything has been closed; a second signal ends the process at once. */
function endOnSignal(close: () => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    let ending = false;
    const end = () => {
      if (ending) process.exit(1);
      ending = true;
      close().then(resolve, reject);
    };
    process.on('SIGTERM', end).on('SIGINT', end);
  });
}
