import type { AppError } from '../../core/errors.ts';
import { html } from '../../lib/html.ts';
import type { Page } from './send-page.ts';

/** Says in words what could not be shown. */
export function errorPage(error: AppError): Page {
  return { title: error.message, head: null, body: html`<h1>${error.message}</h1>` };
}
