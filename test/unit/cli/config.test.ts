import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openSqliteCatalog } from '../../../src/catalog/database.ts';
import { writeFacts } from '../../../src/catalog/operations/facts.ts';
import { imgd, serve, tempDir } from './support.ts';

/** A check of settings in an empty directory. @returns exit code and lines of problems */
async function check(
  env: Record<string, string>,
): Promise<{ code: number | null; problems: string[]; stdout: string }> {
  const { code, stdout, stderr } = await imgd(['config', '--check'], env);
  return {
    code,
    stdout,
    problems: stderr
      .split('\n')
      .filter(Boolean)
      .map((line) => line.replace(/^imgd: /, '')),
  };
}

describe('imgd config --check', () => {
  it('accepts settings with which serve starts, and changes nothing', async () => {
    await using dir = await tempDir();
    const env = { IMGD_DATA_DIR: join(dir.path, 'data', 'deep') };
    assert.deepEqual(await check(env), { code: 0, problems: [], stdout: 'serve would start with these settings\n' });
    assert.equal(existsSync(join(dir.path, 'data')), false);
    await using _server = await serve(env.IMGD_DATA_DIR);
    assert.equal((await check(env)).code, 0, 'also beside the running service');
  });

  it('finds everything that serve would refuse, at once', async () => {
    await using dir = await tempDir();
    const file = join(dir.path, 'file');
    await writeFile(file, '');
    const env = {
      IMGD_DATA_DIR: join(file, 'data'),
      IMGD_BLOBS: 's3',
      IMGD_S3_SECRET_ACCESS_KEY: 'x',
      IMGD_OIDC_ISSUER: 'https://login.example',
      IMGD_HOST: '192.0.2.1',
      IMGD_DATABASE_URL: 'postgres://imgd:secret@127.0.0.1:1/imgd',
    };
    const { code, problems } = await check(env);
    assert.equal(code, 1);
    assert.deepEqual(
      problems.map((problem) => /IMGD_[A-Z0-9_]+/.exec(problem)?.[0]),
      [
        'IMGD_OIDC_ISSUER',
        'IMGD_DATA_DIR',
        'IMGD_S3_BUCKET',
        'IMGD_S3_ACCESS_KEY_ID',
        'IMGD_DATABASE_URL',
        'IMGD_HOST',
      ],
      problems.join('\n'),
    );
    assert.ok(!problems.join().includes('secret'));
    const { code: served } = await imgd(['serve'], { ...env, IMGD_START_WAIT_SECONDS: '0' });
    assert.equal(served, 1, 'control');
  });

  it('finds what the form of settings allows to find, and warns of unknown ones', async () => {
    const wrong = await check({ IMGD_PORT: 'x', IMGD_PLANS: '{"gold":{}}', IMGD_MIN_FREE_BYTES: '10 gigs' });
    assert.equal(wrong.code, 1);
    assert.equal(wrong.problems.length, 3);
    const misspelt = await check({ IMGD_PROT: '1' });
    assert.deepEqual([misspelt.code, misspelt.problems], [0, ['there is no setting IMGD_PROT; it is ignored']]);
  });

  it('finds a data directory that this user may not use', {
    skip: process.getuid?.() === 0 && 'root may do everything',
  }, async () => {
    await using dir = await tempDir();
    const dataDir = join(dir.path, 'data');
    await mkdir(dataDir);
    await chmod(dataDir, 0o500);
    assert.match((await check({ IMGD_DATA_DIR: dataDir })).problems.join(), /IMGD_DATA_DIR: this user may not/);
  });

  it('finds a catalog that has moved or is too new', async () => {
    await using dir = await tempDir();
    const env = { IMGD_DATA_DIR: dir.path };
    await imgd(['migrate'], env);
    const catalog = openSqliteCatalog(join(dir.path, 'imgd.sqlite'));
    await writeFacts(catalog.db, { moved_to: 'postgres://db.example/imgd' });
    await catalog.close();
    const { code, problems } = await check(env);
    assert.equal(code, 1);
    assert.match(problems.join(), /^This catalog has moved to postgres:\/\/db\.example\/imgd/);
    const refused = await imgd(['serve'], { ...env, IMGD_PORT: '0' });
    assert.equal(refused.code, 1);
    assert.ok(refused.stderr.includes(problems.join()), refused.stderr);
  });
});

describe('imgd config', () => {
  it('--set shows only what is set, and where', async () => {
    await using dir = await tempDir();
    const [file, secret] = [join(dir.path, 'imgd.env'), join(dir.path, 'token')];
    await writeFile(file, `IMGD_PORT=9001\nIMGD_METRICS_TOKEN_FILE=${secret}\n`);
    await writeFile(secret, 'top-secret\n');
    const env = { IMGD_CONTACT: 'me@example.org', IMGD_SCRUB_BYTES_PER_SECOND: '2MiB' };
    const { stdout } = await imgd(['config', '--set', '--env-file', file], env);
    assert.deepEqual(
      stdout
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => line.split(/ {2,}/))
        .sort(),
      [
        ['IMGD_CONTACT', 'environment', 'me@example.org'],
        ['IMGD_METRICS_TOKEN', secret, '(hidden)'],
        ['IMGD_PORT', file, '9001'],
        ['IMGD_VERIFY_BYTES_PER_SECOND', 'IMGD_SCRUB_BYTES_PER_SECOND', '2MiB'],
      ],
    );
  });

  it('shows which values follow from others', async () => {
    const { stdout } = await imgd(['config'], { IMGD_PORT: '9000' });
    assert.match(stdout, /^IMGD_BASE_URL +derived +http:\/\/localhost:9000$/m);
    assert.match(stdout, /^IMGD_HOST +default +127\.0\.0\.1$/m);
    const { stdout: set } = await imgd(['config'], { IMGD_BASE_URL: 'https://images.example' });
    assert.match(set, /^IMGD_BASE_URL +environment +https:\/\/images\.example$/m);
  });

  it('--explain tells the meaning, the default and the value of a setting', async () => {
    const { stdout } = await imgd(['config', '--explain', 'imgd_port'], { IMGD_PORT: '9000' });
    assert.equal(
      stdout,
      'IMGD_PORT\nPort to listen on; 0 = any free one, which is printed.\ndefault: 8080\nvalue:   9000 (environment)\n',
    );
    const unknown = await imgd(['config', '--explain', 'IMGD_PROT']);
    assert.deepEqual([unknown.code, unknown.stderr], [1, 'imgd: There is no setting IMGD_PROT.\n']);
  });
});
