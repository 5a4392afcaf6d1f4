import type { FastifyReply, FastifyRequest } from 'fastify';
import type { WebFile } from './web-app.ts';

/** Sends a file in the smallest coding that the browser takes (RFC 9110, section 12.5.3). */
export function sendWebFile(request: FastifyRequest, reply: FastifyReply, file: WebFile): FastifyReply {
  const accepted = codingsOf(request.headers['accept-encoding']);
  const [coding, body] =
    file.br !== undefined && accepted.has('br')
      ? (['br', file.br] as const)
      : file.gzip !== undefined && accepted.has('gzip')
        ? (['gzip', file.gzip] as const)
        : ([undefined, file.body] as const);
  reply.header('vary', 'Accept-Encoding').type(file.type);
  if (coding !== undefined) reply.header('content-encoding', coding);
  return reply.send(body);
}

/** The codings of an Accept-Encoding field that are not ruled out by a weight of 0. */
function codingsOf(field: string | string[] | undefined): Set<string> {
  const codings = new Set<string>();
  for (const part of String(field ?? '').split(',')) {
    const [name = '', ...params] = part.split(';').map((text) => text.trim().toLowerCase());
    if (!params.some((param) => /^q=0(\.0*)?$/.test(param))) codings.add(name);
  }
  return codings;
}
