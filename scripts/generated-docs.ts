import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compose } from '../src/compose.ts';
import { loadConfig, SETTINGS } from '../src/config.ts';
import { FORMATS, INPUT_FORMATS, isStoredAsItIs } from '../src/core/formats.ts';
import { DEFAULT_PLANS, type Plan } from '../src/core/plans.ts';
import { REMOVED_MEANINGS } from '../src/imaging/metadata/removed.ts';
import type { Setting } from '../src/lib/env.ts';
import { DEFAULT_WINDOWS, type WindowFigures } from '../src/limits/windows.ts';
import { clientContract } from './client-contract.ts';

/** Address in generated documents; `.example` is reserved for documentation. */
const BASE_URL = 'https://images.example';
const MIB = 2 ** 20;

/** Generated blocks by the word in their markers, `<!-- generated: word -->` … `<!-- end -->`. */
const BLOCKS: Record<string, () => string> = {
  plans: plansTable,
  formats: formatsTable,
  removed: removedTable,
  settings: settingsTables,
  windows: windowsTable,
};

const WITH_BLOCKS = ['README.md', 'docs/api.md', 'docs/configuration.md', 'docs/security.md'];

/**
 * Every file with generated parts, in its correct state.
 * @param read returns the current text of a file by its path in the repository
 * @throws Error if a marker names no block or has no end
 */
export async function generatedDocs(read: (path: string) => string): Promise<Map<string, string>> {
  const docs = new Map(WITH_BLOCKS.map((path) => [path, withBlocks(read(path), path)]));
  const description = await openApi();
  const version = withContract(read('src/api/envelope.ts'), contractChecksum(description));
  docs.set('src/api/envelope.ts', version.text);
  description.info.version = version.number;
  docs.set('packages/client/src/contract.ts', clientContract(description));
  return docs.set('docs/openapi.json', `${JSON.stringify(description, null, 2)}\n`);
}

/** `src/api/envelope.ts` for a contract. A new contract raises the minor version. */
function withContract(text: string, checksum: string): { text: string; number: string } {
  const [, major, minor, patch] = /API_VERSION = '(\d+)\.(\d+)\.(\d+)'/.exec(text) ?? [];
  const isKnown = text.includes(`CONTRACT_SHA256 = '${checksum}'`);
  const number = isKnown ? `${major}.${minor}.${patch}` : `${major}.${Number(minor) + 1}.0`;
  const withVersion = text.replace(/(API_VERSION = )'.*'/, `$1'${number}'`);
  return { text: withVersion.replace(/(CONTRACT_SHA256 = )'.*'/, `$1'${checksum}'`), number };
}

/** SHA-256 of a description without its texts, independent of the order of members and of security alternatives. */
export function contractChecksum(description: unknown): string {
  const texts = ['summary', 'description', 'title', 'examples', 'tags', 'version'];
  const isText = (name: string, value: unknown) =>
    texts.includes(name) && (typeof value === 'string' || Array.isArray(value));
  const contractOf = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((item) => JSON.stringify(contractOf(item))).sort();
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).filter(([name, member]) => !isText(name, member));
    return Object.fromEntries(
      entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => [name, contractOf(member)]),
    );
  };
  return createHash('sha256')
    .update(JSON.stringify(contractOf(description)))
    .digest('hex');
}

/** A document with its blocks replaced. */
export function withBlocks(text: string, path: string): string {
  const [begins, ends] = [/<!-- generated:/g, /<!-- end -->/g].map((marker) => text.match(marker)?.length ?? 0);
  if (begins !== ends) throw new Error(`${path}: ${begins} blocks begin and ${ends} end`);
  return text.replace(/(<!-- generated: (\S+) -->\n)[\s\S]*?(<!-- end -->)/g, (_, begin, name, end) => {
    const block = BLOCKS[name];
    if (block === undefined) throw new Error(`${path}: there is no block "${name}"`);
    return `${begin}\n${block()}\n\n${end}`;
  });
}

function plansTable(): string {
  const rows = Object.values(DEFAULT_PLANS).map((plan: Plan) => [
    plan.name,
    plan.requestsPerHour === null ? 'unlimited' : plan.requestsPerHour.toLocaleString('en'),
    `${(plan.maxFileBytes / MIB).toLocaleString('en')} MiB`,
    plan.maxBulkFiles === null ? 'unlimited' : plan.maxBulkFiles.toLocaleString('en'),
    `${plan.maxPixels / 1_000_000} megapixels`,
  ]);
  return table(['Plan', 'Requests an hour', 'Bytes a file', 'Files a bulk upload', 'Area of an image'], rows);
}

function formatsTable(): string {
  const rows = INPUT_FORMATS.map((format) =>
    isStoredAsItIs(format)
      ? [format, `${format}, as it is`, `\`.${FORMATS[format].extension}\``, FORMATS[format].mimeType]
      : [format, 'JPEG or PNG', '`.jpg` or `.png`', 'image/jpeg or image/png'],
  );
  return table(['Upload', 'Stored and served', 'Extension', 'Content-Type'], rows);
}

function removedTable(): string {
  const rows = Object.entries(REMOVED_MEANINGS).map(([kind, meaning]) => [`\`${kind}\``, meaning]);
  return table(['Word', 'What was taken out'], rows);
}

function settingsTables(): string {
  return Object.entries(SETTINGS)
    .map(([module, settings]) => {
      const rows = Object.values(settings as Record<string, Setting<unknown>>).map((setting) => [
        `\`${setting.name}\``,
        shownDefault(setting),
        setting.meaning + (setting.aliases ?? []).map((name) => ` Old name, still valid: \`${name}\`.`).join(''),
        setting.secret === true ? 'yes' : 'no',
      ]);
      return `## ${module}\n\n${table(['Name', 'Default', 'Meaning', 'Secret'], rows)}`;
    })
    .join('\n\n');
}

function windowsTable(): string {
  const rows = Object.entries(DEFAULT_WINDOWS).map(([name, figures]: [string, WindowFigures]) => {
    const { meaning, seconds, address, network, account, email, album } = figures;
    const length = seconds % 3_600 === 0 ? `${seconds / 3_600} h` : `${seconds / 60} min`;
    const limits = [address, network, account, email, album].map((limit) => limit?.toLocaleString('en') ?? '');
    return [`\`${name}\``, meaning, length, ...limits];
  });
  return table(['Window', 'Counts', 'Length', '`address`', '`network`', '`account`', '`email`', '`album`'], rows);
}

/** The default on every machine; a default that depends on the machine is described. */
function shownDefault({ name, default: text, meaning }: Setting<unknown>): string {
  if (meaning.includes('Default: ')) return 'as told';
  if (name === 'IMGD_DECODER_PROCESSES') return 'number of cores';
  return text === undefined || text === '' ? 'none' : `\`${text}\``;
}

/** The OpenAPI description of a service at a fixed address. */
async function openApi(): Promise<{ info: { version: string } }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'imgd-docs-'));
  const { config } = loadConfig({
    IMGD_DATA_DIR: dataDir,
    IMGD_BASE_URL: BASE_URL,
    IMGD_LOG_LEVEL: 'silent',
    IMGD_DECODER_PROCESSES: '1',
  });
  const service = await compose(config);
  try {
    const answer = await service.app.inject('/api/v1/openapi.json');
    return answer.json();
  } finally {
    await service.close(0);
    await rm(dataDir, { recursive: true, force: true });
  }
}

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(headings), `|${'---|'.repeat(headings.length)}`, ...rows.map(line)].join('\n');
}
