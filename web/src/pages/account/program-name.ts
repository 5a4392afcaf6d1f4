import { t } from '../../i18n/i18n.ts';

// The order matters: most browsers also name other browsers in their User-Agent field.
const BROWSERS = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|OPiOS\//, 'Opera'],
  [/Vivaldi\//, 'Vivaldi'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrom(e|ium)\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/FreeBSD|OpenBSD|NetBSD/, 'BSD'],
  [/Linux|X11/, 'Linux'],
] as const;
const MAX_LENGTH = 60;

/**
 * A readable name for a User-Agent field, such as `Firefox on Windows`. Returns the field itself if it names no known
 * browser.
 */
export function programName(userAgent: string): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (browser === undefined) return userAgent.slice(0, MAX_LENGTH);
  return system === undefined ? browser : t('account-program', { browser, system });
}
