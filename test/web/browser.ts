import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The shell without a user interface takes less processor time: 25 to 42 % less in three files of tests. */
const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const executablePath = process.env.CHROMIUM_PATH ?? INSTALLED.find(existsSync) ?? '/usr/bin/chromium';

/** `skip` value of browser tests: the reason why Chromium is missing, or false. */
export const noChromium: string | false = existsSync(executablePath)
  ? false
  : `no Chromium at ${executablePath} (CHROMIUM_PATH)`;

/**
 * Starts Chromium without background network requests.
 * @param more further command line arguments
 */
export function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  });
}
