export const PLAN_NAMES = ['anonymous', 'free', 'pro', 'enterprise'] as const;
export type PlanName = (typeof PLAN_NAMES)[number];

/** Limits of a plan; null = unlimited. */
export interface Plan {
  name: PlanName;
  requestsPerHour: number | null;
  maxFileBytes: number;
  maxBulkFiles: number | null;
  /** Width x height of one frame. */
  maxPixels: number;
  /** Of the images of one account; absent = as the service allows. */
  storageBytes?: number;
  /** Of an upload that names no expiry; absent = permanent, or the greatest expiry. */
  defaultExpiryHours?: number;
  /** The greatest expiry: no image is permanent. Absent = as the service allows. */
  maxExpiryHours?: number;
  /** Set for a plan whose bytes a file an upload ticket lowers. */
  isOfTicket?: true;
}

export type Plans = Readonly<Record<PlanName, Plan>>;

const MIB = 2 ** 20;

export const DEFAULT_PLANS: Plans = {
  anonymous: {
    name: 'anonymous',
    requestsPerHour: 100,
    maxFileBytes: 64 * MIB,
    maxBulkFiles: 10,
    maxPixels: 100_000_000,
  },
  free: { name: 'free', requestsPerHour: 1_000, maxFileBytes: 64 * MIB, maxBulkFiles: 50, maxPixels: 100_000_000 },
  pro: { name: 'pro', requestsPerHour: 10_000, maxFileBytes: 256 * MIB, maxBulkFiles: 500, maxPixels: 250_000_000 },
  enterprise: {
    name: 'enterprise',
    requestsPerHour: null,
    maxFileBytes: 1024 * MIB,
    maxBulkFiles: null,
    maxPixels: 1_000_000_000,
  },
};

const MAY_BE_UNLIMITED = new Set(['requestsPerHour', 'maxBulkFiles']);
const LIMITS = [
  'requestsPerHour',
  'maxFileBytes',
  'maxBulkFiles',
  'maxPixels',
  'storageBytes',
  'defaultExpiryHours',
  'maxExpiryHours',
];

/**
 * The default plans with single limits overridden.
 * @param json such as `{"anonymous":{"requestsPerHour":100000}}`; null = unlimited
 * @throws Error that names the plan and the limit
 */
export function plansFrom(json: string): Plans {
  const overrides = asObject(JSON.parse(json), 'the value');
  const plans: Record<PlanName, Plan> = structuredClone(DEFAULT_PLANS);
  for (const [name, limits] of Object.entries(overrides)) {
    if (!isPlanName(name)) throw new Error(`unknown plan "${name}" (known: ${PLAN_NAMES.join(', ')})`);
    for (const [limit, value] of Object.entries(asObject(limits, name))) {
      if (!LIMITS.includes(limit)) {
        throw new Error(`unknown limit ${name}.${limit} (known: ${LIMITS.join(', ')})`);
      }
      const unlimited = value === null && MAY_BE_UNLIMITED.has(limit);
      if (!unlimited && !(Number.isSafeInteger(value) && Number(value) > 0)) {
        throw new Error(
          `${name}.${limit} must be a whole number above 0${MAY_BE_UNLIMITED.has(limit) ? ' or null' : ''}`,
        );
      }
      Object.assign(plans[name], { [limit]: value });
    }
    requireConsistent(plans[name]);
  }
  return plans;
}

function requireConsistent({ name, storageBytes, defaultExpiryHours = 0, maxExpiryHours }: Plan): void {
  if (name === 'anonymous' && storageBytes !== undefined) {
    throw new Error('anonymous.storageBytes is not known: IMGD_STORAGE_BYTES bounds the whole service');
  }
  if (maxExpiryHours !== undefined && defaultExpiryHours > maxExpiryHours) {
    throw new Error(`${name}.defaultExpiryHours must be at most ${name}.maxExpiryHours`);
  }
}

export function isPlanName(text: string): text is PlanName {
  return (PLAN_NAMES as readonly string[]).includes(text);
}

function asObject(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${what} must be a JSON object`);
  return value as Record<string, unknown>;
}
