import { existsSync } from 'node:fs';
import puppeteer, { type Browser } from 'puppeteer-core';

const executablePath = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';

/** `skip` value of tests in Firefox: the reason why it is missing, or false. */
export const noFirefox: string | false = existsSync(executablePath)
  ? false
  : `no Firefox at ${executablePath} (FIREFOX_PATH)`;

/** Starts an unmodified Firefox, over WebDriver BiDi. */
export function launchFirefox(): Promise<Browser> {
  return puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    extraPrefsFirefox: { 'intl.accept_languages': 'en-US', 'dom.events.testing.asyncClipboard': true },
  });
}
