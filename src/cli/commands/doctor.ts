import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { type Repairs, repairStore } from '../../actions/operations/repair-store.ts';
import { examineStore, type Findings, isClean } from '../../actions/operations/verify-store.ts';
import { migrate } from '../../catalog/migrate.ts';
import { openDecoder, openStorage, type Storage } from '../../compose.ts';
import { type Config, loadConfig } from '../../config.ts';
import { integer } from '../../lib/env.ts';
import { parsed } from '../parsed.ts';

interface DoctorOptions {
  repair: boolean;
  scrub: boolean;
  scrubRate: number;
  grace?: number;
  json: boolean;
}

const MIB = 2 ** 20;
/** Beside a running server, blobs younger than this may belong to an upload under way. */
const RUNNING_GRACE_SECONDS = 3_600;

/** `imgd doctor`: compares catalog and blobs; changes nothing unless told to. Exit code 1 = something is left to repair. */
export function doctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('find where catalog and stored bytes differ (changes nothing without --repair)')
    .option('--repair', 'make them agree; images whose original is lost are removed', false)
    .option('--scrub', 'also read every blob and compare its bytes', false)
    .option('--scrub-rate <MiB/s>', 'read no faster than this', parsed(integer(1)), 1_000)
    .option(
      '--grace <seconds>',
      'leave younger blobs alone (default: 0, or an hour while a server runs)',
      parsed(integer(0)),
    )
    .option('--json', 'print the findings as JSON', false)
    .action(async (options: DoctorOptions) => {
      const { config } = loadConfig(process.env);
      const storage = await openStorage(config);
      try {
        process.exitCode = await examine(storage, config, options);
      } finally {
        await storage.close();
      }
    });
}

async function examine(storage: Storage, config: Config, options: DoctorOptions): Promise<number> {
  await migrate(storage.db);
  const graceSeconds = options.grace ?? (storage.exclusive ? 0 : RUNNING_GRACE_SECONDS);
  const findings = await examineStore(storage, {
    graceMs: graceSeconds * 1_000,
    scrub: options.scrub,
    bytesPerSecond: options.scrubRate * MIB,
  });
  const clean = isClean(findings);
  const mended = options.repair && !clean && findings.doubt === null;
  const repairs = mended ? await repair(storage, config, findings) : undefined;
  const text = options.json ? JSON.stringify({ ...findings, ...(repairs && { repairs }) }) : report(findings, repairs);
  process.stdout.write(`${text}\n`);
  return clean || repairs !== undefined ? 0 : 1;
}

async function repair(storage: Storage, config: Config, findings: Findings): Promise<Repairs> {
  const tempDir = join(resolve(config.storage.dataDir), 'tmp');
  await mkdir(tempDir, { recursive: true });
  const decoder = openDecoder(config);
  try {
    return await repairStore({ ...storage, decoder, tempDir }, findings);
  } finally {
    await decoder.close();
  }
}

function report(findings: Findings, repairs: Repairs | undefined): string {
  const { doubt, examined, missing, damaged, strays, wrongRefs, images } = findings;
  const lines = [
    `${examined} blobs examined`,
    ...(doubt === null ? [] : [`doubt    ${doubt}`]),
    ...missing.map((key) => `missing  ${key}`),
    ...damaged.map(({ key, fault }) => `damaged  ${key} (${fault})`),
    ...strays.map((key) => `stray    ${key}`),
    ...wrongRefs.map(({ key, refs, counted }) => `refs     ${key} (${refs}, should be ${counted})`),
    ...images.map((id) => `affected image ${id}`),
  ];
  if (repairs !== undefined) {
    lines.push(
      `repaired: ${repairs.straysRemoved} strays removed, ${repairs.refsCorrected} reference counts corrected, ` +
        `${repairs.thumbnailsRemade} thumbnails made again, ${repairs.imagesRemoved.length} images removed`,
    );
  } else if (doubt !== null) {
    lines.push("nothing is repaired or swept; where they are this catalog's all the same, imgd blobs adopt says so");
  } else lines.push(isClean(findings) ? 'nothing to repair' : 'run imgd doctor --repair to mend this');
  return lines.join('\n');
}
