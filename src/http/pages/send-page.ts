import type { FastifyReply } from 'fastify';
import type { HttpDeps } from '../deps.ts';
import { pageDocument } from './document.ts';
import type { Page } from './page.ts';

export const PAGE_TYPE = 'text/html; charset=utf-8';

/** Sends a page under a policy that lets it load nothing but our own style, script and images. */
export function sendPage(
  reply: FastifyReply,
  page: Page,
  deps: Pick<HttpDeps, 'imageHost' | 'baseUrl' | 'links'>,
): FastifyReply {
  return reply.headers(pageHeaders(deps)).type(PAGE_TYPE).send(pageDocument(page, deps));
}

/** What is said of every page, whatever it shows. */
export function pageHeaders(deps: Pick<HttpDeps, 'imageHost' | 'links'>): Record<string, string> {
  return {
    'content-security-policy': policy(deps),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  };
}

/** Content Security Policy, level 3: script and style from one folder only, which holds nothing that was uploaded. */
function policy({ imageHost, links }: Pick<HttpDeps, 'imageHost' | 'links'>): string {
  const images = [new URL(imageHost).origin, ...(links === undefined ? [] : [links.origin])].join(' ');
  // These two would end the source or the directive.
  const assets = `${imageHost}/assets/`.replaceAll(';', '%3B').replaceAll(',', '%2C');
  return [
    "default-src 'none'",
    `img-src 'self' ${images}`,
    `style-src ${assets}`,
    `script-src ${assets}`,
    // Owners change their images over the API.
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
