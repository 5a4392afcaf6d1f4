import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { contractChecksum, generatedDocs, withBlocks } from '../scripts/generated-docs.ts';
import { API_VERSION, CONTRACT_SHA256 } from '../src/api/envelope.ts';
import { SETTINGS } from '../src/config.ts';
import { ERRORS } from '../src/core/errors.ts';
import { FORMATS, INPUT_FORMATS, isStoredAsItIs } from '../src/core/formats.ts';
import { DEFAULT_PLANS } from '../src/core/plans.ts';
import { DOORS } from '../src/doors/doors.ts';
import { editors } from '../src/doors/editors.ts';
import { REMOVED_MEANINGS } from '../src/imaging/metadata/removed.ts';
import type { Description } from './support/description.ts';
import { allTableRows, anchors, codeBlocks, linkTargets, tableRows } from './support/markdown.ts';
import { routesOf } from './support/routes.ts';
import { shapeOf } from './support/shape.ts';
import { startApp } from './support/start-app.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const DOCUMENTS = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md', 'examples/*.md'], { cwd: root }).sort();

/** Items that only one of the two lists has. */
function differences(documented: readonly string[], actual: readonly string[]): string[] {
  return [
    ...documented.filter((item) => !actual.includes(item)).map((item) => `only in the document: ${item}`),
    ...actual.filter((item) => !documented.includes(item)).map((item) => `only in the code: ${item}`),
  ];
}

/** Asserts that both lists are equal, and as a control that it detects a missing, an added and a changed item. */
function assertSame(documented: readonly string[], actual: readonly string[]): void {
  assert.deepEqual(differences(documented, actual), []);
  assert.ok(actual.length > 1, 'the list has items');
  const [first = '', ...rest] = documented;
  assert.equal(differences(rest, actual).length, 1);
  assert.equal(differences([...documented, 'planted'], actual).length, 1);
  assert.equal(differences([`${first} planted`, ...rest], actual).length, 2);
}

describe('tables of the documents match the code', () => {
  test('docs/errors.md lists every error with its status and message', () => {
    const documented = tableRows(read('docs/errors.md'), 'Code').map(([code, status, message, when, advice]) => {
      assert.ok(when && advice, `${code} has a cause and an advice`);
      return `${code} ${status} ${message}`;
    });
    const actual = Object.entries(ERRORS).map(([code, { status, message }]) => `${code} ${status} ${message}`);
    assertSame(documented, actual);
  });

  test('docs/configuration.md lists every setting', () => {
    const rows = allTableRows(read('docs/configuration.md'), 'Name');
    const actual = Object.values(SETTINGS).flatMap((settings) => Object.values(settings).map(({ name }) => name));
    assertSame(
      rows.map(([name = '']) => name),
      actual,
    );
  });

  test('README.md shows the plans', () => {
    const number = (text = '') => (text === 'unlimited' ? null : Number(text.replace(/ \w+$/, '').replaceAll(',', '')));
    const documented = tableRows(read('README.md'), 'Plan').map(([name, requests, mebibytes, files, megapixels]) => {
      const maxFileBytes = Number(number(mebibytes)) * 2 ** 20;
      return JSON.stringify([name, number(requests), maxFileBytes, number(files), Number(number(megapixels)) * 1e6]);
    });
    const actual = Object.values(DEFAULT_PLANS).map((plan) =>
      JSON.stringify([plan.name, plan.requestsPerHour, plan.maxFileBytes, plan.maxBulkFiles, plan.maxPixels]),
    );
    assertSame(documented, actual);
  });

  test('README.md shows the formats and how each is stored', () => {
    const documented = tableRows(read('README.md'), 'Upload').map((cells) => cells.join(' '));
    const actual = INPUT_FORMATS.map((format) => {
      if (!isStoredAsItIs(format)) return `${format} JPEG or PNG .jpg or .png image/jpeg or image/png`;
      const { name, extension, mimeType } = FORMATS[format];
      return `${format} ${name}, as it is .${extension} ${mimeType}`;
    });
    assertSame(documented, actual);
  });

  test('docs/api.md explains every word of metadata_removed', () => {
    const documented = tableRows(read('docs/api.md'), 'Word').map((cells) => cells.join(' '));
    assertSame(
      documented,
      Object.entries(REMOVED_MEANINGS).map((entry) => entry.join(' ')),
    );
  });

  test('README.md lists the commands of imgd', async () => {
    const documented = tableRows(read('README.md'), 'Command').map(([command = '']) => command.replace('imgd ', ''));
    const { stdout } = await run(process.execPath, [join(root, 'bin/imgd.js'), '--help']);
    const [, commands = ''] = /^Commands:\n([\s\S]*?)\n\n/m.exec(stdout) ?? [];
    const actual = [...commands.matchAll(/^ {2}(\w+)/gm)]
      .map(([, name = '']) => name)
      .filter((name) => name !== 'help');
    assertSame(documented, actual);
  });

  test('ARCHITECTURE.md shows the folders of src', () => {
    const documented = [...read('ARCHITECTURE.md').matchAll(/^[├└]─ (\w+)\/ /gm)].map(([, name = '']) => name);
    const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    assertSame(
      documented,
      folders.map(({ name }) => name),
    );
  });

  test('ARCHITECTURE.md and CONTRIBUTING.md name only paths that exist', () => {
    const missing = (text: string) =>
      [...text.matchAll(/`((?:src|test|web|docs|bench|scripts|deploy)\/[\w./-]+)`/g)]
        .map(([, path = '']) => path)
        .filter((path) => !/NNNN/.test(path) && !existsSync(join(root, path)));
    assert.deepEqual([...missing(read('ARCHITECTURE.md')), ...missing(read('CONTRIBUTING.md'))], []);
    assert.deepEqual(missing('`src/none.ts` and `src/core/`'), ['src/none.ts']);
  });

  test('every npm script that a document names exists', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = DOCUMENTS.flatMap((path) =>
      [...read(path).matchAll(/npm run ([a-z:]+)/g)].map(([, name = '']) => name),
    );
    assert.deepEqual(
      named.filter((name) => !(name in scripts)),
      [],
    );
    assert.ok(named.includes('docs'));
  });
});

describe('generated parts', () => {
  test('are up to date with npm run docs', async () => {
    for (const [path, text] of await generatedDocs(read)) assert.equal(read(path), text, `${path}: run npm run docs`);
  });

  test('have a new minor version of the API after a change of the contract, and only then', async () => {
    const path = 'src/api/envelope.ts';
    const versionAfter = async (change: (text: string) => string) => {
      const docs = await generatedDocs((name) => (name === path ? change(read(path)) : read(name)));
      const { info } = JSON.parse(docs.get('docs/openapi.json') ?? '');
      assert.match(docs.get(path) ?? '', new RegExp(`API_VERSION = '${info.version}'[^]+'${CONTRACT_SHA256}'`));
      return info.version;
    };
    assert.equal(await versionAfter((text) => text), API_VERSION);
    const raised = await versionAfter((text) => text.replace(CONTRACT_SHA256, 'planted'));
    assert.equal(
      raised,
      API_VERSION.replace(/\.(\d+)\./, (_, minor) => `.${Number(minor) + 1}.`),
    );
  });

  test('control: detects a changed figure and a missing marker', () => {
    const text = read('README.md');
    assert.notEqual(
      withBlocks(text.replace('| 1,000 |', '| 2,000 |'), 'README.md'),
      text.replace('| 1,000 |', '| 2,000 |'),
    );
    assert.throws(() => withBlocks(text.replace('<!-- end -->', ''), 'README.md'), /begin/);
    assert.throws(() => withBlocks(text.replace('generated: plans', 'generated: planted'), 'README.md'), /planted/);
  });
});

describe('the version of the API', () => {
  const description = JSON.parse(read('docs/openapi.json')) as { info: { version: string } };

  test('rises with every change of the contract', () => {
    assert.equal(description.info.version, API_VERSION, 'run npm run docs');
    assert.equal(contractChecksum(description), CONTRACT_SHA256, 'the contract has changed: run npm run docs');
  });

  test('control: a new member counts as a change, a changed text does not', () => {
    const text = JSON.stringify(description);
    const checksumWith = (from: string, to: string) => {
      assert.ok(text.includes(from));
      return contractChecksum(JSON.parse(text.replace(from, to)));
    };
    const before = contractChecksum(description);
    assert.notEqual(checksumWith('"filename":{', '"planted":{"type":"string"},"filename":{'), before);
    assert.equal(checksumWith('"summary":"Upload an image"', '"summary":"planted"'), before);
  });
});

describe('the documents and a started service', () => {
  test('docs/openapi.json is the response of the service', async () => {
    await using app = await startApp({ env: { IMGD_BASE_URL: 'https://images.example' } });
    const answer = (await (await fetch(`${app.url}/api/v1/openapi.json`)).json()) as { paths: Record<string, unknown> };
    assert.deepEqual(JSON.parse(read('docs/openapi.json')), answer);
    delete answer.paths['/api/v1/upload'];
    assert.notDeepEqual(JSON.parse(read('docs/openapi.json')), answer);
  });

  test('docs/api.md lists every route, and no other', async () => {
    await using app = await startApp({ env: { IMGD_DOORS: 'none' } });
    const documented = tableRows(read('docs/api.md'), 'Method').flatMap(([method, paths = '']) =>
      paths.split(', ').map((path) => `${method} ${path}`),
    );
    assertSame(documented, await routesOf(app.service.app));
  });

  test('docs/doors.md names every door and the path of every route', () => {
    const text = read('docs/doors.md');
    const named = ['Name', 'Editor'].flatMap((head) => tableRows(text, head).map(([name = '']) => name));
    assertSame(named, [
      ...DOORS.map(({ name }) => name),
      ...editors.routes.map(({ path }) => path.replace('/for/', '')),
    ]);
    const paths = DOORS.filter((door) => door !== editors).flatMap(({ routes }) => routes.map(({ path }) => path));
    const shown = paths.map((path) => path.replace(/\.(json|xml)$/, '').replace(/:(\w+)/g, '{$1}'));
    const lacking = shown.filter((path) => !text.includes(path));
    assert.deepEqual(lacking, []);
  });

  test('docs/api.md says which endpoints need a credential, and which count as a request', () => {
    const { paths } = JSON.parse(read('docs/openapi.json')) as Description;
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { security = [], description = '' }]) => {
        const open = security.some((one) => Object.keys(one).length === 0);
        const credential = open ? (security.length === 1 ? 'none' : 'optional') : 'needed';
        const isAuth = description.includes('Counts in the window `auth`');
        const counts = description.includes('Does not count as a request.') ? 'no' : isAuth ? 'auth' : 'yes';
        return `${method.toUpperCase()} ${path.replace(/\/$/, '')} ${credential} ${counts}`;
      }),
    );
    const kinds: Record<string, string> = { session: 'needed', admin: 'needed', cookie: 'none' };
    const documented = tableRows(read('docs/api.md'), 'Method').flatMap(
      ([method, of = '', , credential = '', counts]) =>
        of.split(', ').map((path) => `${method} ${path} ${kinds[credential] ?? credential} ${counts}`),
    );
    const isDescribed = (row: string) => row.includes(' /api/v1') && !row.includes('/openapi.json');
    assertSame(documented.filter(isDescribed), described);
  });

  test("README.md's first upload works, and its response has the documented shape", async (t) => {
    if (!(await hasCurl())) return t.skip('curl is not installed');
    await using app = await startApp();
    const directory = await mkdtemp(join(tmpdir(), 'imgd-docs-test-'));
    try {
      const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#a52' } });
      await picture.jpeg().toFile(join(directory, 'cat.jpg'));
      const command = codeBlocks(read('README.md'), 'sh').find((code) => code.startsWith('curl')) ?? '';
      assert.match(command, /http:\/\/localhost:8080/);
      const here = command.replace('http://localhost:8080', app.url).replace('curl', 'curl -sS');
      const { stdout } = await run('sh', ['-c', here], { cwd: directory });
      const [example = ''] = codeBlocks(read('README.md'), 'json');
      assertSame(shapeOf(JSON.parse(example)), shapeOf(JSON.parse(stdout)));
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});

describe('links and examples', () => {
  test('every link has a target file and heading', () => {
    assert.deepEqual(
      DOCUMENTS.flatMap((path) => brokenLinks(path, read(path))),
      [],
    );
    const planted = '# Here\n[a](docs/none.md) [b](#there) [c](docs/api.md#nothing) [d](#here)';
    assert.deepEqual(
      brokenLinks('README.md', planted),
      ['docs/none.md', '#there', 'docs/api.md#nothing'].map(inReadme),
    );
  });

  test('no document except the changelog repeats a heading', () => {
    const repeated = (text: string) => {
      const headings = [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ .*$/gm)].map(([heading]) => heading);
      return headings.filter((heading, index) => headings.indexOf(heading) !== index);
    };
    assert.deepEqual(
      DOCUMENTS.filter((path) => path !== 'CHANGELOG.md').flatMap((path) =>
        repeated(read(path)).map((heading) => `${path}: ${heading}`),
      ),
      [],
    );
    assert.deepEqual(repeated('# A\n## B\n## B\n'), ['## B']);
  });

  test('every JSON example is JSON', () => {
    const examples = DOCUMENTS.flatMap((path) => codeBlocks(read(path), 'json'));
    for (const example of examples) assert.doesNotThrow(() => JSON.parse(example), example);
    assert.ok(examples.length > 5);
  });

  test('every table begins with its head: no blank line splits one', () => {
    const parts = DOCUMENTS.flatMap((path) => read(path).match(/^(?:\|.*\n)+/gm) ?? []);
    const headless = parts.filter((part) => !/^.*\n\|[ :|-]+\|\n/.test(part));
    assert.deepEqual(headless, []);
    assert.ok(parts.length > 100, `${parts.length} tables`);
  });

  test('decisions are numbered without a gap, have their three parts, and are in the index', () => {
    const index = 'docs/decisions/README.md';
    const paths = DOCUMENTS.filter((path) => path.startsWith('docs/decisions/') && path !== index);
    paths.forEach((path, i) => {
      const number = i + 1;
      assert.ok(path.startsWith(`docs/decisions/${String(number).padStart(4, '0')}-`), path);
      assert.ok(read(path).startsWith(`# ${number}. `), path);
      const parts = [...read(path).matchAll(/^## (.*)$/gm)].map(([, part]) => part);
      assert.deepEqual(parts, ['Context', 'Decision', 'Consequences'], path);
    });
    const titles = paths.map((path, i) => `[${i + 1}](${basename(path)}) ${/^# \d+\. (.*)/.exec(read(path))?.[1]}`);
    const rows = tableRows(read(index), 'Number');
    assertSame(
      rows.map(([number, title]) => `${number} ${title}`),
      titles,
    );
    for (const [, title = '', date, status] of rows) assert.match(`${date} ${status}`, /^\d{4}-\d\d-\d\d \w+/, title);
  });
});

// Paths and hosts that a document may name; any other may belong to a particular machine.
const PATHS =
  /^\/(64|1|v1\/traces|3|a|api\/(v\d|1)|for|lsky|micropub|picgo|upload\.sh|i|t|v|image|upload|oembed|about|clients|sharex|login|register|forgot|reset|verify|library|albums|account|admin|docs|errors|assets|livez|readyz|metrics|favicon|robots|sw\.js|opt\/imgd|etc\/imgd\.env|etc\/systemd\/system|etc\/nginx|etc\/prometheus|etc\/postgresql|etc\/redis|etc\/ssl\/imgd|etc\/imgd-|usr\/lib\/imgd|var\/www\/html|var\/cache\/nginx|CN|tmp(?!\/)|var\/lib\/imgd|run\/imgd|bin\/sh|usr\/sbin\/nologin|usr\/(local\/)?bin\/imgd|dev\/null|mnt\/backup|data)\b/;
const HOSTS = [
  'localhost',
  '127.0.0.1',
  'images.example',
  'cdn.example',
  'tickets.example',
  'keepachangelog.com',
  'litestream.io',
  'prometheus.io',
  'semver.org',
  'altcha.org',
  'www.npmjs.com',
  'www.standardwebhooks.com',
];

describe('names of a particular machine', () => {
  test('are in no document', () => {
    assert.deepEqual(
      [...DOCUMENTS, 'docs/openapi.json'].flatMap((path) => strangers(read(path))),
      [],
    );
    const planted = 'see `/somewhere/else/a.md` and https://registry.planted.example/x, but not /api/v1 or a/b';
    assert.deepEqual(strangers(planted), ['/somewhere/else/a.md', 'registry.planted.example']);
  });
});

function strangers(text: string): string[] {
  const paths = [...text.matchAll(/(?<=^|[\s`'"(=])\/[\w.-]+\/?[\w./-]*/gm)].map(([path]) => path);
  const hosts = [...text.matchAll(/https?:\/\/([^\s/:"'`)<&]+)/g)].map(([, host = '']) => host);
  return [
    ...paths.filter((path) => !PATHS.test(path)),
    ...hosts.filter((host) => !HOSTS.includes(host) && !host.startsWith('…')),
  ];
}

function brokenLinks(path: string, text: string): string[] {
  return linkTargets(text)
    .filter((target) => !/^https?:/.test(target))
    .filter((target) => {
      const [file = '', anchor] = target.split('#');
      const wanted = file === '' ? path : join(dirname(path), file);
      if (!existsSync(join(root, wanted))) return true;
      return anchor !== undefined && !anchors(file === '' ? text : read(wanted)).includes(anchor);
    })
    .map((target) => `${path}: ${target}`);
}

function inReadme(target: string): string {
  return `README.md: ${target}`;
}

async function hasCurl(): Promise<boolean> {
  return run('curl', ['--version']).then(
    () => true,
    () => false,
  );
}
