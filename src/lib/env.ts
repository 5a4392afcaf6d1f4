/** One setting: where its value comes from and what it means. Each module declares its own beside its code. */
export interface Setting<T> {
  /** Name of the environment variable. */
  name: string;
  /** Text in place of a missing variable; undefined = no value. */
  default: string | undefined;
  /** Turns the text into the value; throws an Error that says what is allowed. */
  parse: (text: string) => T;
  /** One sentence for the documentation, with its unit. */
  meaning: string;
  /** Secrets may come from a file (`<NAME>_FILE`) and are never printed. */
  secret?: boolean;
}

/** A module's settings by the name that its code uses. */
export type Settings = Record<string, Setting<unknown>>;
export type ValuesOf<S extends Settings> = { readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never };

export interface Origin {
  name: string;
  text: string | undefined;
  from: 'default' | 'environment' | 'file';
  secret: boolean;
}

/** Thrown once with everything that is wrong with the environment. */
export class SettingsError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The settings are not right:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'SettingsError';
    this.problems = problems;
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads settings from the environment.
 * @param readFile reads the file that `<NAME>_FILE` names
 * @param problems collects what is wrong; the caller throws SettingsError when it is not empty
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
    try {
      const { text, from } = textOf(setting, env, readFile);
      values[key] = text === undefined ? undefined : setting.parse(text);
      origins.push({ name: setting.name, text, from, secret: setting.secret === true });
    } catch (error) {
      problems.push(`${setting.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { values: Object.freeze(values) as ValuesOf<S>, origins };
}

function textOf(
  setting: Setting<unknown>,
  env: Environment,
  readFile: (path: string) => string,
): Pick<Origin, 'text' | 'from'> {
  const given = env[setting.name];
  const file = setting.secret === true ? env[`${setting.name}_FILE`] : undefined;
  if (given !== undefined && given !== '' && file !== undefined)
    throw new Error(`set it or ${setting.name}_FILE, not both`);
  if (file !== undefined) return { text: readFile(file).trimEnd(), from: 'file' };
  if (given !== undefined && given !== '') return { text: given, from: 'environment' };
  return { text: setting.default, from: 'default' };
}

/** Parser of a whole number within bounds. */
export function integer(min: number, max = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max)) throw new Error(`must be a whole number from ${min} to ${max}`);
    return value;
  };
}

/** Parser of text of a form. @param rule says what the form is */
export function matching(form: RegExp, rule: string): (text: string) => string {
  return (text) => {
    if (!form.test(text)) throw new Error(rule);
    return text;
  };
}

/** Parser of one of a few words. */
export function oneOf<const T extends string>(...words: T[]): (text: string) => T {
  return (text) => {
    const word = words.find((candidate) => candidate === text);
    if (word === undefined) throw new Error(`must be one of ${words.join(', ')}`);
    return word;
  };
}

/** Parser of an absolute http(s) URL; gives it without a slash at its end. */
export function httpUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    url === undefined ||
    !/^https?:$/.test(url.protocol) ||
    url.search !== '' ||
    url.hash !== '' ||
    url.username + url.password !== ''
  ) {
    throw new Error('must be an absolute http or https URL without query, fragment, user name or password');
  }
  return url.href.replace(/\/+$/, '');
}

/** Parser of a list whose items are separated by commas. */
export function list(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

export const anyText = (text: string): string => text;
