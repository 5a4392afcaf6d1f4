// A decoder that a hostile picture has taken over: the content of its input says how it lies to the service.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';

const channel = new Socket({ fd: 3 });
channel.on('close', () => process.exit(0));
createInterface({ input: channel }).on('line', (line) => reply(JSON.parse(line).job));
channel.write('"ready"\n');

function reply({ inputPath, outputPath }) {
  const [lie, argument] = readFileSync(inputPath, 'utf8').split(' ');
  const path = `${outputPath}-thumbnail`;
  const made = {
    format: 'PNG',
    ...{ width: 1, height: 1, frames: 1, hasAlpha: false, removed: [] },
    original: { path: inputPath, sizeBytes: 999, sha256: 'f'.repeat(64) },
    uploadedSha256: 'f'.repeat(64),
    perceptualHash: null,
    thumbnail: { format: 'PNG', width: 1, height: 1, file: { path, sizeBytes: 9, sha256: hashOf('thumbnail') } },
  };
  const answer = { ok: true, made, cpuSeconds: 0, mustRetire: false };
  const lies = {
    'another-path': () => (made.thumbnail.file.path = argument),
    'another-output': () => (made.original.path = path),
    'a-directory': () => mkdirSync(path),
    'no-file': () => undefined,
    'another-size': () => writeFileSync(path, 'thumbnails'),
    member: () => Object.assign(made, JSON.parse(argument)),
    error: () =>
      Object.assign(answer, { ok: false, code: 'INVALID_IMAGE', options: {}, cause: '' }, JSON.parse(argument)),
    'another-job': () => Object.assign(answer, { made: { ...made.thumbnail.file, format: 'PNG' } }),
    'many-files': () => {
      for (let i = 0; i < 1_000; i++) writeFileSync(`${path}-${i}`, '');
    },
    none: () => undefined,
  };
  // The test puts the link there.
  while (lie === 'a-link' && readdirSync(dirname(path)).length === 0);
  if (lie === 'no-json') return channel.write('{\n');
  if (lie === 'a-long-message') return void channel.write('x'.repeat(100_000));
  if (['none', 'member', 'two-messages', 'many-files'].includes(lie)) writeFileSync(path, 'thumbnail');
  if (lie === 'two-messages') channel.write(`${JSON.stringify(answer)}\n`);
  lies[lie]?.();
  channel.write(`${JSON.stringify(answer)}\n`);
}

function hashOf(text) {
  return createHash('sha256').update(text).digest('hex');
}
