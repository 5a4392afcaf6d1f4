import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { promisify } from 'node:util';
import { PROGRAM_FILES } from '../lib/program-files.ts';
import { openJobFiles, type WorkDirs } from './job-files.ts';
import type { Confinement } from './port.ts';

export type SandboxMode = 'auto' | 'require' | 'off';

/** How decoder processes are started. */
export interface Sandbox extends Confinement {
  /** The command in front of that of a decoder; empty = none. @param program of the decoder */
  wrapper(program: string, dirs: WorkDirs): string[];
  /** Where the process sees its directories; undefined = where they are. */
  seen: WorkDirs | undefined;
}

/** Limits that the kernel enforces on a decoder process. */
export interface KernelLimits {
  addressSpaceKib: number;
  /** Size of the largest upload, which bounds the size of one written file. */
  maxUploadBytes: number;
}

const CPU_LIMIT_SECONDS = 900;
const MAX_OPEN_FILES = 64;
/** Limit of a file that a decoder writes. libvips writes decoded pixels into temporary files too. */
const MIN_FILE_BYTES = 2 ** 30;
const FILE_BYTES_PER_UPLOADED_BYTE = 4;
/** Of `ulimit -f`, by POSIX. */
const FILE_BLOCK_BYTES = 512;
const PROBE_TIMEOUT_MS = 10_000;

// Not from PATH: the wrapper is as trusted as the service itself.
const BUBBLEWRAP = ['/usr/bin/bwrap', '/usr/local/bin/bwrap', '/bin/bwrap', '/run/current-system/sw/bin/bwrap'];
/** The shared libraries of Node.js and of libvips. */
const SYSTEM_LIBRARIES = ['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/nix/store'];
const SEEN: WorkDirs = { input: '/job/input', output: '/job/output' };

export const NO_SANDBOX: Sandbox = { kind: 'none', problem: undefined, wrapper: () => [], seen: undefined };

/**
 * Chooses how decoder processes are confined, and tries it: starts Node.js once in the sandbox, with a time limit.
 * @param workDir parent of the directories of the processes
 * @param programs paths at which bubblewrap may be
 * @throws Error that names the setting and the reason if a sandbox is required and impossible
 */
export async function findSandbox(mode: SandboxMode, workDir: string, programs = BUBBLEWRAP): Promise<Sandbox> {
  if (mode === 'off') return NO_SANDBOX;
  const bubblewrap = programs.find((path) => existsSync(path)) ?? '';
  let problem = 'bubblewrap (bwrap) is not installed';
  // Versions before 0.8 cannot forbid user namespaces inside.
  for (const options of bubblewrap === '' ? [] : [['--disable-userns'], []]) {
    const sandbox: Sandbox = {
      kind: 'bubblewrap',
      problem: undefined,
      wrapper: (decoder, dirs) => [bubblewrap, ...options, ...bubblewrapOptions(decoder, dirs)],
      seen: SEEN,
    };
    const failure = await probe(sandbox, workDir);
    if (failure === undefined) return sandbox;
    problem = failure;
  }
  if (mode === 'require') throw new Error(`IMGD_SANDBOX=require, but decoders cannot run in a sandbox: ${problem}.`);
  return { ...NO_SANDBOX, problem };
}

/** @returns the reason why Node.js does not start in the sandbox; undefined = it does */
async function probe(sandbox: Sandbox, workDir: string): Promise<string | undefined> {
  const files = openJobFiles(workDir, sandbox.seen);
  try {
    const [program = '', ...args] = [...sandbox.wrapper(process.execPath, files.dirs), process.execPath, '--version'];
    const { stdout } = await promisify(execFile)(program, args, { timeout: PROBE_TIMEOUT_MS, env: {}, cwd: '/' });
    return stdout.trim() === process.version ? undefined : `it printed ${stdout.slice(0, 100)}`;
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    return (stderr?.trim() || message).split('\n').at(-1);
  } finally {
    await files.remove();
  }
}

/**
 * Without network, processes, capabilities, devices, /proc, or any file except the program, its libraries, and the two
 * directories. It does not mount /proc: kernels refuse that where the /proc of the service is restricted, and Node.js
 * needs none. It makes no new session: there is no terminal to protect, and Linux schedules sessions as groups, in which
 * the lower priority of a decoder would count for nothing.
 */
function bubblewrapOptions(program: string, { input, output }: WorkDirs): string[] {
  const readable = [...SYSTEM_LIBRARIES, ...PROGRAM_FILES.filesOfDecoder, process.execPath, program];
  return [
    ...['--unshare-user', '--unshare-pid', '--unshare-net', '--unshare-ipc', '--cap-drop', 'ALL'],
    ...['--as-pid-1', '--die-with-parent'],
    ...readable.flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--ro-bind', input, SEEN.input, '--bind', output, SEEN.output, '--remount-ro', '/', '--chdir', '/'],
  ];
}

/**
 * The command that starts a decoder process with its limits.
 * @param program of the decoder
 * @param dirs its directories, as this process sees them
 */
export function decoderCommand(program: string, sandbox: Sandbox, limits: KernelLimits, dirs: WorkDirs): string[] {
  const node = [process.execPath, ...nodeFlags(program, sandbox.seen ?? dirs), program];
  return ['/bin/sh', '-c', limitingScript(limits, sandbox.kind), ...sandbox.wrapper(program, dirs), ...node];
}

/**
 * A shell script that sets the limits and executes the program. If the machine runs out of memory, the kernel kills the
 * decoder first and not the service (Linux only). There is no limit on processes: it would count those of the whole user.
 */
function limitingScript({ addressSpaceKib, maxUploadBytes }: KernelLimits, kind: Sandbox['kind']): string {
  const maxFileBytes = Math.max(MIN_FILE_BYTES, FILE_BYTES_PER_UPLOADED_BYTE * maxUploadBytes);
  // bubblewrap does the same, after it has used the privileges that it may have.
  const noNewPrivileges = 'if [ -x /usr/bin/setpriv ]; then exec /usr/bin/setpriv --no-new-privs "$0" "$@"; fi';
  return [
    'ulimit -c 0',
    `ulimit -v ${addressSpaceKib}`,
    `ulimit -t ${CPU_LIMIT_SECONDS}`,
    `ulimit -f ${Math.ceil(maxFileBytes / FILE_BLOCK_BYTES)}`,
    `ulimit -n ${MAX_OPEN_FILES}`,
    '{ echo 1000 > /proc/self/oom_score_adj; } 2>/dev/null',
    ...(kind === 'none' ? [noNewPrivileges] : []),
    'exec "$0" "$@"',
  ].join('; ');
}

/**
 * Node.js strips types with WebAssembly, which by default reserves more address space than the limit. Before 24.21,
 * Node.js also fails when the limit leaves no space for guards of 8 GiB around the memory. The permissions bind only
 * JavaScript, not libvips.
 */
function nodeFlags(program: string, { input, output }: WorkDirs): string[] {
  const code = [...PROGRAM_FILES.filesOfDecoder, program].filter((path) => existsSync(path));
  const readable = new Set([...code, ...code.map((path) => realpathSync(path)), process.execPath, input, output]);
  return [
    ...['--no-warnings', '--wasm-max-mem-pages=512', '--disable-wasm-trap-handler'],
    ...['--permission', '--allow-addons', `--allow-fs-write=${output}`],
    ...[...readable].map((path) => `--allow-fs-read=${path}`),
  ];
}
