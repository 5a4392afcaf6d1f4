import { type Command, Option } from 'commander';
import {
  type Findings,
  isClean,
  type Repairs,
  repairStore,
  verifyStore,
} from '../../actions/operations/verify-store.ts';
import { dataDirWarning } from '../../compose/data-dir.ts';
import { decodersDir, withDecoder } from '../../compose/decoder.ts';
import { migrateCatalog, requireSoundCatalog } from '../../compose/migrate-catalog.ts';
import { openStorage, type Storage } from '../../compose/storage.ts';
import { type Config, loadConfig } from '../../config.ts';
import type { Confinement } from '../../imaging/port.ts';
import { findSandbox } from '../../imaging/sandbox.ts';
import { integer } from '../../lib/setting-parsers.ts';
import { readEnvironment } from '../environment.ts';
import { parsed } from '../parsed.ts';
import { counted, printNote } from '../print.ts';
import { noteCatalog, requireCatalog, requireCatalogFile } from '../with-storage.ts';

interface DoctorOptions {
  repair: boolean;
  verifyChecksums?: boolean;
  verifyRate: number;
  /** Former names of the two options above. */
  scrub?: boolean;
  scrubRate?: number;
  grace?: number;
  json: boolean;
}

const MIB = 2 ** 20;
/** Beside a running server, younger blobs may belong to uploads in progress. */
const RUNNING_GRACE_SECONDS = 3_600;

/** `imgd doctor`: compares catalog and blob store; only `--repair` changes anything. Exit code 1 = repairs are needed. */
export function doctorCommand(program: Command): void {
  const rate = parsed(integer(1));
  program
    .command('doctor')
    .description('compare the catalog with the stored blobs (changes nothing without --repair)')
    .option('--repair', 'repair the differences; deletes images whose original is lost or corrupt', false)
    .option('--verify-checksums', 'also read every blob and compare its checksum')
    .option('--verify-rate <MiB/s>', 'maximum rate of --verify-checksums', rate, 1_000)
    .addOption(new Option('--scrub', 'former name of --verify-checksums').hideHelp())
    .addOption(new Option('--scrub-rate <MiB/s>', 'former name of --verify-rate').argParser(rate).hideHelp())
    .option(
      '--grace <seconds>',
      'ignore blobs younger than this (default: 0, or one hour beside a running server)',
      parsed(integer(0)),
    )
    .option('--json', 'print the findings as JSON', false)
    .action(async (options: DoctorOptions) => {
      const { config } = loadConfig(readEnvironment());
      requireCatalogFile(config);
      noteCatalog(config);
      requireSoundCatalog(config);
      const storage = await openStorage(config);
      const isOpen = await dataDirWarning(config);
      if (isOpen !== undefined) printNote(isOpen);
      try {
        await requireCatalog(storage.db);
        process.exitCode = await verify(storage, config, options);
      } finally {
        await storage.close();
      }
    });
}

async function verify(storage: Storage, config: Config, options: DoctorOptions): Promise<number> {
  await migrateCatalog(config, storage.db, printNote);
  const graceSeconds = options.grace ?? (storage.exclusive ? 0 : RUNNING_GRACE_SECONDS);
  const findings = await verifyStore(storage, {
    graceMs: graceSeconds * 1_000,
    checksums: options.verifyChecksums ?? options.scrub ?? false,
    bytesPerSecond: (options.scrubRate ?? options.verifyRate) * MIB,
  });
  const clean = isClean(findings);
  const repairs =
    options.repair && !clean && findings.ownership === null ? await repair(storage, config, findings) : undefined;
  const sandbox = await sandboxOf(config);
  const decoders = { sandbox: sandbox.kind, ...(sandbox.problem === undefined ? {} : { problem: sandbox.problem }) };
  const text = options.json
    ? JSON.stringify({ ...findings, decoders, ...(repairs && { repairs }) })
    : report(findings, decoders, repairs);
  process.stdout.write(`${text}\n`);
  return clean || repairs !== undefined ? 0 : 1;
}

/** Repairs with decoders of its own. */
export function repair(storage: Storage, config: Config, findings: Findings): Promise<Repairs> {
  return withDecoder(config, (tools) => repairStore({ ...storage, ...tools }, findings));
}

/** The sandbox that a service with these settings has; where it requires one that is impossible, the reason. */
function sandboxOf(config: Config): Promise<Confinement> {
  return findSandbox(config.imaging.sandbox === 'off' ? 'off' : 'auto', decodersDir(config));
}

function report(
  findings: Findings,
  decoders: { sandbox: Confinement['kind']; problem?: string },
  repairs: Repairs | undefined,
): string {
  const { ownership, checked, missing, corrupt, orphans, wrongRefs, images } = findings;
  const lines = [
    `${counted(checked, 'blob')} checked`,
    ...(ownership === null ? [] : [`unproven store ownership: ${ownership}`]),
    ...missing.map((key) => `missing  ${key}`),
    ...corrupt.map(({ key, fault }) => `corrupt  ${key} (${fault})`),
    ...orphans.map((key) => `orphan   ${key}`),
    ...wrongRefs.map((wrong) => `refs     ${wrong.key} (${wrong.refs}, should be ${wrong.counted})`),
    ...images.map((id) => `affected image ${id}`),
    decoders.sandbox === 'none'
      ? `decoders: without a sandbox (${decoders.problem ?? 'IMGD_SANDBOX=off'})`
      : `decoders: in a sandbox of ${decoders.sandbox}`,
  ];
  if (repairs !== undefined) {
    lines.push(
      `repaired: ${counted(repairs.orphansRemoved, 'orphan')} removed, ` +
        `${counted(repairs.refsCorrected, 'reference count')} corrected, ` +
        `${counted(repairs.thumbnailsRemade, 'thumbnail')} remade, ${counted(repairs.imagesRemoved.length, 'image')} deleted`,
    );
  } else if (ownership !== null) {
    lines.push("nothing is repaired; if the blobs are this catalog's, run imgd blobs adopt --yes");
  } else lines.push(isClean(findings) ? 'nothing to repair' : 'run imgd doctor --repair to repair the differences');
  return lines.join('\n');
}
