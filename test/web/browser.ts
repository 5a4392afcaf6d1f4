import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** Why browser tests cannot run here, or false when they can. */
export const noChromium: string | false = existsSync(executablePath)
  ? false
  : `no Chromium at ${executablePath} (CHROMIUM_PATH)`;

/**
 * Starts a real Chromium that talks to nobody but the pages it is sent to.
 * @param more arguments of its command line
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
