import { createHash } from 'node:crypto';
import { AppError } from '../core/errors.ts';
import { networkOf } from './caller-address.ts';
import type { FixedWindow, WindowState } from './limits.ts';

/** Whom a window counts by. A window without a figure for a kind does not limit it. */
const SUBJECTS = ['address', 'network', 'account', 'email', 'album'] as const;
type SubjectKind = (typeof SUBJECTS)[number];

/** What a window counts, its length and the number of events in it, by subject; null = unlimited. */
export type WindowFigures = { readonly meaning: string; readonly seconds: number } & {
  readonly [K in SubjectKind]?: number | null;
};

/**
 * The named windows beside the hourly limit of requests. `network` is the sum over an IPv6 /48, of which one customer
 * of a provider may have the whole.
 */
export const DEFAULT_WINDOWS = {
  variants: {
    meaning: 'variants made; serving one that exists does not count',
    seconds: 3_600,
    address: 300,
    network: 3_000,
    account: 3_000,
  },
  secondSteps: { meaning: 'second steps of sign-ins, with a right code or a wrong one', seconds: 900, account: 10 },
  passkeySignIns: { meaning: 'sign-ins begun by a passkey alone', seconds: 900, address: 60, network: 600 },
  auth: {
    meaning: 'requests to register, to sign in and to set a forgotten password, whatever credential they carry',
    seconds: 3_600,
    address: 300,
    network: 3_000,
  },
  reads: {
    meaning: 'what pages of this site read by a session cookie (GET), in place of the hourly limit',
    seconds: 3_600,
    account: 20_000,
  },
  registrations: { meaning: 'registrations, refused ones included', seconds: 86_400, address: 10, network: 100 },
  failures: { meaning: 'wrong passwords at sign-in', seconds: 3_600, address: 50, network: 500 },
  guesses: {
    meaning:
      'wrong passwords for one email address from devices and addresses that have not signed in to its account; each that has counts by itself. For `account`: password confirmations by its keys, and by each of its sessions',
    seconds: 86_400,
    email: 100,
    account: 100,
  },
  archives: {
    meaning: 'ZIP archives begun: of a public album, or of all data of an account',
    seconds: 3_600,
    address: 30,
    network: 300,
    account: 30,
  },
  albumPasswords: {
    meaning: 'wrong passwords of public albums. For `album`: those for one album from all addresses',
    seconds: 3_600,
    address: 30,
    network: 300,
    album: 300,
  },
  albumPages: { meaning: 'pages of public albums', seconds: 3_600, address: 600, network: 6_000 },
} as const satisfies Record<string, WindowFigures>;

export type WindowName = keyof typeof DEFAULT_WINDOWS;
export type AllWindowFigures = { readonly [N in WindowName]: WindowFigures };
export type Windows = { readonly [N in WindowName]: NamedWindow };

/** Whom an event counts against: an address as `callerAddress` gives it (its network counts too), or one of the others. */
export type Subject = { address: string } | { account: string } | { email: string } | { album: string };

/** The state of a subject's window, as header fields can show it. */
export interface NamedWindowState extends WindowState {
  /** null = unlimited. */
  limit: number | null;
}

/** A limit of events of one kind. */
export interface NamedWindow {
  readonly name: WindowName;
  readonly seconds: number;
  /**
   * Counts one event.
   * @throws AppError TOO_MANY_ATTEMPTS beyond the limit, with the seconds to wait and the figures in `details`
   */
  count(subject: Subject): Promise<NamedWindowState>;
  /** The state without counting. For an address, that of the address alone. */
  peek(subject: Subject): Promise<NamedWindowState>;
  /** Takes one counted event back. */
  giveBack(subject: Subject): Promise<void>;
}

/** @param open the counter of a window, in memory or shared */
export function createWindows(
  figures: AllWindowFigures,
  open: (name: string, seconds: number) => FixedWindow,
): Windows {
  const entries = (Object.keys(figures) as WindowName[]).map((name) => {
    const { seconds } = figures[name];
    return [name, createNamedWindow(name, figures[name], open(name, seconds))] as const;
  });
  return Object.fromEntries(entries) as Record<WindowName, NamedWindow>;
}

function createNamedWindow(name: WindowName, figures: WindowFigures, counter: FixedWindow): NamedWindow {
  const { seconds } = figures;
  const idle = { used: 0, msLeft: seconds * 1_000, limit: null };

  async function countOne([kind, value]: Counted): Promise<NamedWindowState> {
    const limit = figures[kind] ?? null;
    if (limit === null) return idle;
    const state = { ...(await counter.take(keyOf(kind, value))), limit };
    if (state.used <= limit) return state;
    const retryAfterSeconds = Math.ceil(state.msLeft / 1_000);
    throw new AppError('TOO_MANY_ATTEMPTS', {
      detail: `Retry in ${retryAfterSeconds} seconds.`,
      retryAfterSeconds,
      details: { window: name, limit, window_seconds: seconds },
    });
  }

  return {
    name,
    seconds,
    async count(subject) {
      const [own, ...wider] = countedBy(subject);
      // The subject itself comes first: what it is refused does not use up the network that it shares.
      const state = await countOne(own);
      for (const one of wider) await countOne(one);
      return state;
    },
    async peek(subject) {
      const [[kind, value]] = countedBy(subject);
      const limit = figures[kind] ?? null;
      return limit === null ? idle : { ...(await counter.peek(keyOf(kind, value))), limit };
    },
    async giveBack(subject) {
      for (const [kind, value] of countedBy(subject)) {
        if (figures[kind] != null) await counter.giveBack(keyOf(kind, value));
      }
    },
  };
}

type Counted = readonly [SubjectKind, string];

function countedBy(subject: Subject): [Counted, ...Counted[]] {
  if ('account' in subject) return [['account', subject.account]];
  if ('email' in subject) return [['email', subject.email]];
  if ('album' in subject) return [['album', subject.album]];
  const network = networkOf(subject.address);
  const own = ['address', subject.address] as const;
  return network === undefined ? [own] : [own, ['network', network]];
}

/** Hashed, so that no address and no e-mail is stored in Redis. */
function keyOf(kind: SubjectKind, value: string): string {
  return createHash('sha256').update(`${kind} ${value}`).digest('hex');
}

/**
 * The default windows with single figures overridden.
 * @param json such as `{"variants":{"address":1000}}`; null = unlimited
 * @throws Error that names the window and the figure
 */
export function windowsFrom(json: string): AllWindowFigures {
  const figures: Record<string, Record<string, unknown>> = structuredClone(DEFAULT_WINDOWS);
  for (const [name, values] of Object.entries(asObject(JSON.parse(json), 'the value'))) {
    const known = Object.hasOwn(figures, name) ? figures[name] : undefined;
    if (known === undefined) throw new Error(`unknown window "${name}" (known: ${Object.keys(figures).join(', ')})`);
    for (const [figure, value] of Object.entries(asObject(values, name))) {
      const own = Object.keys(known).filter((one) => one !== 'seconds' && one !== 'meaning');
      if (!own.includes(figure)) throw new Error(`unknown figure ${name}.${figure} (known: ${own.join(', ')})`);
      if (value !== null && !(Number.isSafeInteger(value) && Number(value) > 0)) {
        throw new Error(`${name}.${figure} must be a whole number above 0 or null`);
      }
      known[figure] = value;
    }
  }
  return figures as unknown as AllWindowFigures;
}

function asObject(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`${what} must be a JSON object`);
  }
  return value as Record<string, unknown>;
}
