/** One setting. Each module declares its own beside its code. */
export interface Setting<T> {
  /** Name of the environment variable. */
  name: string;
  /** Earlier names, which stay valid; the current name takes precedence. */
  aliases?: readonly string[];
  /** Text used when the variable is not set; undefined = no value. */
  default: string | undefined;
  /** @throws Error with a message such as "must be a whole number" */
  parse: (text: string) => T;
  /** One sentence for the documentation, with the unit. */
  meaning: string;
  /** A secret may come from a file (`<NAME>_FILE`) and is never printed. */
  secret?: boolean;
}

export type Settings = Record<string, Setting<unknown>>;
/** A module's settings by their names in its code. */
export type ValuesOf<S extends Settings> = { readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never };

export interface Origin {
  name: string;
  text: string | undefined;
  from: 'default' | 'environment' | 'file';
  /** What gives the value: a variable, and the file of a secret. Undefined for a default. */
  variable?: string;
  path?: string;
  secret: boolean;
}

/** Lists all problems with the settings, each in one line that names the variable. */
export class SettingsError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`Invalid settings:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'SettingsError';
    this.problems = problems;
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads settings from the environment.
 * @param readFile reads the file that `<NAME>_FILE` names
 * @param problems receives one line for each invalid setting; the caller throws SettingsError when it is not empty
 */
export function readSettings<S extends Settings>(
  declared: S,
  env: Environment,
  readFile: (path: string) => string,
  problems: string[],
): { values: ValuesOf<S>; origins: Origin[] } {
  const values: Record<string, unknown> = {};
  const origins: Origin[] = [];
  for (const [key, setting] of Object.entries(declared)) {
    const isSet = (name: string) => variablesOf({ ...setting, name, aliases: [] }).some((one) => env[one]);
    const name = [setting.name, ...(setting.aliases ?? [])].find(isSet) ?? setting.name;
    try {
      const { text, ...origin } = textOf(name, setting, env, readFile);
      values[key] = text === undefined ? undefined : setting.parse(text);
      origins.push({ name: setting.name, text, ...origin, secret: setting.secret === true });
    } catch (error) {
      problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { values: Object.freeze(values) as ValuesOf<S>, origins };
}

/** The variables that a setting may come from. */
export function variablesOf({ name, aliases = [], secret }: Setting<unknown>): string[] {
  return [name, ...aliases].flatMap((one) => (secret === true ? [one, `${one}_FILE`] : [one]));
}

function textOf(
  name: string,
  setting: Setting<unknown>,
  env: Environment,
  readFile: (path: string) => string,
): Pick<Origin, 'text' | 'from' | 'variable' | 'path'> {
  // An empty variable counts as missing.
  const text = env[name] || undefined;
  const file = setting.secret === true ? env[`${name}_FILE`] || undefined : undefined;
  if (text !== undefined && file !== undefined) throw new Error(`set it or ${name}_FILE, not both`);
  const found = file === undefined ? text : readFile(file).trimEnd();
  if (setting.secret === true && found?.trim() === '') throw new Error(`${file ?? 'the variable'} is empty`);
  if (file !== undefined) return { text: found, from: 'file', variable: `${name}_FILE`, path: file };
  if (text !== undefined) return { text, from: 'environment', variable: name };
  return { text: setting.default, from: 'default' };
}
