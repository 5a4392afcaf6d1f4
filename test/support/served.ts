import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';

/** A service in a child process. */
export interface Served {
  url: string;
  /** Stops it with SIGTERM. @returns its stderr @throws AssertionError when its exit code is not 0 */
  end(): Promise<string>;
}

/**
 * Starts a command and waits until it prints its URL. Its stderr goes to the stderr of the test.
 * @param byNpx the command is npx, which does not forward SIGTERM: `end` signals the process group
 */
export async function serve(
  command: readonly string[],
  env: NodeJS.ProcessEnv,
  cwd: string,
  byNpx = false,
): Promise<Served> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: byNpx });
  const stderr = text(child.stderr);
  child.stderr.pipe(process.stderr, { end: false });
  // `close` waits for every process that holds stdout.
  const ended = once(child, 'close');
  const line = once(createInterface(child.stdout), 'line');
  const [printed] = await Promise.race([line, ended.then(([code]) => assert.fail(`the command exited with ${code}`))]);
  const [url = ''] = String(printed).match(/http:\S+/) ?? assert.fail(String(printed));
  return {
    url,
    async end() {
      process.kill(byNpx ? -child.pid! : child.pid!, 'SIGTERM');
      assert.deepEqual(await ended, byNpx ? [null, 'SIGTERM'] : [0, null]);
      return stderr;
    },
  };
}

/** Uploads a picture of one colour. @returns the path of its direct link */
export async function uploadPlain(url: string, background: string, format: 'png' | 'tiff' = 'png'): Promise<string> {
  const picture = sharp({ create: { width: 400, height: 300, channels: 3, background } }).toFormat(format);
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await picture.toBuffer())]), `plain.${format}`);
  const response = await fetch(`${url}/api/v1/upload`, { method: 'POST', body: form });
  assert.equal(response.status, 200);
  const { data } = (await response.json()) as { data: { links: { direct: string } } };
  return new URL(data.links.direct).pathname;
}
