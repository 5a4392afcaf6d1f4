// A decoder that a hostile picture has taken over: it tries to reach what belongs to the service, and reports what it got.
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { connect, Socket } from 'node:net';
import { createInterface } from 'node:readline';

const channel = new Socket({ fd: 3 });
channel.on('close', () => process.exit(0));
createInterface({ input: channel }).on('line', async (line) => {
  channel.write(`${JSON.stringify(await attempts(JSON.parse(line)))}\n`);
});

async function attempts({ pid, port, socketPath, catalog, dataDir, otherUpload, secret, input, output }) {
  const tried = {
    'reads the catalog': () => readFileSync(catalog, 'utf8'),
    'lists the data directory': () => readdirSync(dataDir).join(),
    'reads the upload of another caller': () => readFileSync(otherUpload, 'utf8'),
    'reads the password file of the system': () => readFileSync('/etc/passwd', 'utf8'),
    'reads the environment of the service': () => readFileSync(`/proc/${pid}/environ`, 'utf8'),
    'reads the memory of the service': () => memoryOf(pid),
    'finds the secret in the environment of any process': () => environments().find((one) => one.includes(secret)),
    'sees the processes of the machine': () => readdirSync('/proc').includes(String(pid)) && 'yes',
    'may send a signal to the service': () => process.kill(pid, 0) && 'yes',
    'connects to the service': () => connected({ host: '127.0.0.1', port }),
    'connects to a socket in the file system': () => connected({ path: socketPath }),
    'runs a shell': () => spawnSync('/bin/sh', ['-c', 'echo yes'], { encoding: 'utf8' }).stdout,
    'writes into the data directory': () => written(`${dataDir}/planted`),
    'writes its own program': () => written(process.argv[1]),
    'writes into the temporary directory of the system': () => written(`/tmp/planted-${pid}`),
    'writes into the root directory': () => written('/planted'),
    'changes its input': () => written(`${input}/planted`),
    'writes its output': () => written(`${output}/planted`),
  };
  const got = {};
  for (const [name, attempt] of Object.entries(tried)) {
    got[name] = await new Promise((resolve) => resolve(attempt())).then(
      (found) => (found ? String(found).slice(0, 200) : null),
      () => null,
    );
  }
  return got;
}

function memoryOf(pid) {
  const [range] = /[0-9a-f]+-[0-9a-f]+ rw/.exec(readFileSync(`/proc/${pid}/maps`, 'utf8'));
  const piece = Buffer.alloc(16);
  const fd = openSync(`/proc/${pid}/mem`, 'r');
  try {
    return `${readSync(fd, piece, 0, piece.length, Number.parseInt(range, 16))} bytes`;
  } finally {
    closeSync(fd);
  }
}

function environments() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      try {
        return readFileSync(`/proc/${name}/environ`, 'utf8');
      } catch {
        return '';
      }
    });
}

function connected(address) {
  return new Promise((resolve, reject) => {
    const socket = connect(address, () => socket.end(() => resolve('yes')));
    socket.once('error', reject);
  });
}

function written(path) {
  writeFileSync(path, 'planted', { flag: 'a' });
  return 'yes';
}
