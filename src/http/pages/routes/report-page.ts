import type { FastifyReply, FastifyRequest } from 'fastify';
import { requireImage } from '../../../actions/images/get-image.ts';
import { reportImage } from '../../../actions/moderation/report-image.ts';
import { isReportReason, MAX_COMMENT_LENGTH } from '../../../core/states.ts';
import { callerAddress } from '../../../limits/limits.ts';
import type { HttpDeps } from '../../deps.ts';
import { REPORTING } from '../../images/report.ts';
import type { App } from '../../routing.ts';
import { type FilledReport, reportedPage, reportPage } from '../report-page.ts';
import { sendPage } from '../send-page.ts';

const URL = '/image/:id/report';
const MAX_EMAIL_LENGTH = 254;
const EMAIL = /^[^\s@]+@[^\s@]+$/;

const options = {
  schema: { hide: true },
  config: { page: true },
  onSend: async (_request: unknown, reply: FastifyReply) => {
    reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  },
};

interface Route {
  Params: { id: string };
}

/** GET and POST of /image/<id>/report: a form to report an image, which needs no script. */
export function reportPageRoutes(site: App, deps: HttpDeps): void {
  site.get<Route>(URL, options, async ({ params }, reply) => {
    const image = await requireImage(deps, params.id);
    return sendPage(reply, reportPage(image, deps.imageHost), deps);
  });

  site.post<Route>(URL, options, async (request, reply) => {
    await deps.reportAttempts.count(callerAddress(request.ip), REPORTING);
    const image = await requireImage(deps, request.params.id);
    const { reason, comment, email } = filledIn(request);
    const problem = problemOf(reason, comment, email);
    if (problem !== undefined || !isReportReason(reason)) {
      const filled: FilledReport = { reason, comment, email, problem: problem ?? '' };
      return sendPage(reply.code(400), reportPage(image, deps.imageHost, filled), deps);
    }
    await reportImage(deps, image.id, { reason, comment: comment || null, email: email || null });
    return sendPage(reply, reportedPage(image, deps.imageHost), deps);
  });
}

function filledIn({ body }: FastifyRequest): Record<'reason' | 'comment' | 'email', string> {
  const form = body instanceof URLSearchParams ? body : new URLSearchParams();
  // Browsers send a line end as two characters, and count it as one.
  const comment = (form.get('comment') ?? '').replaceAll('\r\n', '\n').trim();
  return { reason: form.get('reason') ?? '', comment, email: (form.get('email') ?? '').trim() };
}

function problemOf(reason: string, comment: string, email: string): string | undefined {
  if (!isReportReason(reason)) return 'Please say what is wrong with it.';
  if (comment.length > MAX_COMMENT_LENGTH) return `The comment has more than ${MAX_COMMENT_LENGTH} characters.`;
  const isAddress = email.length <= MAX_EMAIL_LENGTH && EMAIL.test(email);
  return email === '' || isAddress ? undefined : 'That is no email address.';
}
