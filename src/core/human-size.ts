const NUMBER = new Intl.NumberFormat('en');
const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** Bytes with up to three significant digits, such as `1.76 MB`. Each unit is 1,024 of the previous one, as in the limits of the plans. */
export function humanSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // 1023.5 would be rounded to 1024.
  while (value >= 1_023.5 && unit < UNITS.length - 1) {
    value /= 1_024;
    unit += 1;
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  return `${NUMBER.format(Number(value.toFixed(digits)))} ${UNITS[unit]}`;
}
