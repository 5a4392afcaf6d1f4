// Parsers of the texts of settings. Each throws an Error that says what the text must be.

/** Parser of a whole number within bounds. */
export function integer(min: number, max = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max)) throw new Error(`must be a whole number from ${min} to ${max}`);
    return value;
  };
}

const UNITS: Readonly<Record<string, number>> = {
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KIB: 2 ** 10,
  MIB: 2 ** 20,
  GIB: 2 ** 30,
  TIB: 2 ** 40,
};

/** Parser of a number of bytes: `1048576`, `1e9`, `64MiB` (2^20 each), `10GB` (10^9 each), `1.5 TB`. */
export function bytes(min: number): (text: string) => number {
  return (text) => {
    const [, number, unit = 'B'] = /^(\d{1,16}(?:\.\d{1,6})?(?:e\d{1,2})?) ?([kmgt]?i?b)?$/i.exec(text) ?? [];
    const value = Number(number) * (UNITS[unit.toUpperCase()] ?? Number.NaN);
    if (Number.isSafeInteger(value) && value >= min) return value;
    throw new Error(
      `must be a whole number of bytes from ${min}, such as 67108864, 64MiB (MiB = 2^20) or 10GB (GB = 10^9)`,
    );
  };
}

/** Parser of text in a format. @param rule describes the format */
export function matching(form: RegExp, rule: string): (text: string) => string {
  return (text) => {
    if (!form.test(text)) throw new Error(rule);
    return text;
  };
}

/** Parser of a word from a closed list. */
export function oneOf<const T extends string>(...words: T[]): (text: string) => T {
  return (text) => {
    const word = words.find((candidate) => candidate === text);
    if (word === undefined) throw new Error(`must be one of ${words.join(', ')}`);
    return word;
  };
}

/** Parser of an absolute http(s) URL; removes slashes at its end. */
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

/** Parser of the address of a service; `/api/v1` at its end, the path of the API itself, is removed too. */
export function serviceUrl(text: string): string {
  return httpUrl(text).replace(/\/api\/v1$/, '');
}

/** Parser of a comma-separated list. */
export function list(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

export const anyText = (text: string): string => text;
