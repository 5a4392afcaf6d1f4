import type { FastifyReply } from 'fastify';
import type { Html } from '../../lib/html.ts';

/** A whole page: its title, what goes into the head besides, and its body. */
export interface Page {
  title: string;
  head: Html | null;
  body: Html;
}

/** Sends a page under a policy that lets it load nothing but our own style, script and images. */
export function sendPage(reply: FastifyReply, page: Page, deps: { imageHost: string }): FastifyReply {
  const images = new URL(deps.imageHost).origin;
  return reply
    .headers({
      'content-security-policy': `default-src 'none'; img-src 'self' ${images}; style-src 'self'; script-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    .type('text/html; charset=utf-8')
    .send(page.body.markup);
}
