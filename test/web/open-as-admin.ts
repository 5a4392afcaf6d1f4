import { randomUUID } from 'node:crypto';
import type { BrowserContextOptions } from 'playwright-core';
import { registerAccount } from '../../src/actions/accounts/register-account.ts';
import { storageBeside } from '../support/requests.ts';
import type { OpenedPage } from './open-page.ts';
import { PASSWORD, type WebApp } from './web-app.ts';

/** Opens a page of the application signed in to a new administrator. */
export async function openAsAdmin(
  web: WebApp,
  path: string,
  { name = 'Ada', ...look }: BrowserContextOptions & { name?: string } = {},
): Promise<OpenedPage> {
  const email = `${randomUUID()}@example.org`;
  const storage = await storageBeside(web.app);
  try {
    await registerAccount(storage, { email, password: PASSWORD, name, plan: 'free', isAdmin: true, isVerified: true });
  } finally {
    await storage.close();
  }
  const opened = await web.open('/login', look);
  const data = { email, password: PASSWORD };
  const answer = await opened.context.request.post(`${web.base}/api/v1/auth/login`, { data });
  if (!answer.ok()) throw new Error(`not signed in: ${await answer.text()}`);
  await opened.page.goto(web.base + path);
  return opened;
}
