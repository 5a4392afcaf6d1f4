import type { App } from '../routing.ts';

/** A comment of full length whose every character takes twelve when it is written down for a form, and some more. */
const MAX_FORM_BYTES = 32 * 1_024;

/** Lets pages take the forms of browsers: their body is `URLSearchParams` then. */
export function acceptForms(site: App): void {
  site.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
}
