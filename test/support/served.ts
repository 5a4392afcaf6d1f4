import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';

/** A service as a process of its own. */
export interface Served {
  url: string;
  /** Ends it by SIGTERM. @returns its standard error @throws AssertionError when its exit code is not 0 */
  end(): Promise<string>;
}

/**
 * Runs a command that serves, until it prints its URL. Standard error goes to that of the test.
 * @param byNpx the command is npx, which dies of SIGTERM without passing it on: `end` signals the whole process group
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
  // Not before the last process that may print has ended.
  const ended = once(child, 'close');
  const line = once(createInterface(child.stdout), 'line');
  const [said] = await Promise.race([line, ended.then(([code]) => assert.fail(`it ended with ${code}`))]);
  const [url = ''] = String(said).match(/http:\S+/) ?? assert.fail(String(said));
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
