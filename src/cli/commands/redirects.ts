import { type Command, Option } from 'commander';
import { listRedirects } from '../../catalog/images/redirects.ts';
import { newAddressOf } from '../../core/old-addresses.ts';
import { withStorage } from '../with-storage.ts';

const PAGE = 1_000;
const FORMATS = ['nginx', 'jsonl'] as const;

/** `imgd redirects`: prints the old addresses of imported images with the new ones. */
export function redirectsCommand(program: Command): void {
  program
    .command('redirects')
    .description('print the addresses that imported images had at another host, with the new ones')
    .addOption(new Option('--format <format>', 'a map for nginx, or JSON Lines').choices(FORMATS).default('nginx'))
    .option('--old-host <host>', 'only addresses of this host and of any host')
    .action(async ({ format, oldHost }: { format: (typeof FORMATS)[number]; oldHost?: string }) => {
      await withStorage(async ({ db, clock }, { http }) => {
        const imageHost = http.imageHost ?? http.baseUrl ?? `http://localhost:${http.port}`;
        let after: { path: string; host: string } | undefined;
        let last: string | undefined;
        do {
          const page = await listRedirects(db, after, clock.now(), PAGE);
          for (const { path, host, imageId, format: imageFormat, target, isShown } of page) {
            const isWanted = oldHost === undefined || host === '' || host === oldHost.toLowerCase();
            if (!isShown || !isWanted) continue;
            const to = newAddressOf(imageHost, imageId, imageFormat, target);
            if (format === 'jsonl') await write(`${JSON.stringify({ path, host: host || null, to })}\n`);
            // A map has each key once.
            else if (path !== last) await write(`${quoted(path)} ${quoted(to)};\n`);
            last = path;
          }
          after = page.length < PAGE ? undefined : page.at(-1);
        } while (after !== undefined);
      });
    });
}

/** A word of a configuration of nginx. */
const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** Waits for a slow reader, such as a pipe. */
async function write(line: string): Promise<void> {
  if (!process.stdout.write(line)) await new Promise((resolve) => process.stdout.once('drain', resolve));
}
