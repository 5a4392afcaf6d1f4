import type { FastifyRequest } from 'fastify';
import type { ExpectedDigest } from '../../actions/upload/write-parts.ts';
import { AppError } from '../../core/errors.ts';
import { hasBody } from '../protocol/body.ts';
import { CHECKSUM_ALGORITHMS, TUS_VERSION } from '../protocol/tus-headers.ts';
import { PART_TYPE } from './tus.ts';

const DIGEST_BYTES = { sha1: 20, sha256: 32, sha512: 64, md5: 16 } as const;

/**
 * Checks the header fields of a request of the protocol, before its body is received.
 * @throws AppError TUS_VERSION_NOT_SUPPORTED, UNSUPPORTED_MEDIA_TYPE, INVALID_PARAMETER
 */
export async function requireHeaders(request: FastifyRequest): Promise<void> {
  const { headers } = request;
  const version = headers['tus-resumable'];
  if (version !== TUS_VERSION) {
    throw new AppError('TUS_VERSION_NOT_SUPPORTED', {
      detail: `Send Tus-Resumable: ${TUS_VERSION}.`,
      details: { supported: [TUS_VERSION] },
    });
  }
  const method = methodOf(request);
  const takesBytes = method === 'PATCH' || (method === 'POST' && hasBody(request));
  if (takesBytes && headers['content-type']?.toLowerCase() !== PART_TYPE) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', {
      detail: `The bytes of an upload have the type ${PART_TYPE}.`,
      details: { accepted: [PART_TYPE] },
    });
  }
  if (method === 'PATCH') requireNumber(request, 'Upload-Offset');
  if (method === 'POST') {
    for (const name of ['Upload-Defer-Length', 'Upload-Concat']) {
      if (headers[name.toLowerCase()] !== undefined) throw wrongField(name, 'is not supported.');
    }
    requireNumber(request, 'Upload-Length');
  }
  expectedDigest(request);
}

/**
 * The method of a request, which a POST to an upload names in a header field.
 * @throws AppError INVALID_PARAMETER
 */
export function methodOf({ method, headers, params }: FastifyRequest): string {
  if (method !== 'POST' || (params as { id?: string }).id === undefined) return method;
  const named = headers['x-http-method-override'];
  if (named === 'PATCH' || named === 'DELETE') return named;
  throw wrongField('X-HTTP-Method-Override', 'must be PATCH or DELETE here.');
}

/** @throws AppError INVALID_PARAMETER */
function requireNumber({ headers }: FastifyRequest, name: string): void {
  const text = headers[name.toLowerCase()];
  const isNumber = typeof text === 'string' && /^(0|[1-9]\d{0,15})$/.test(text) && Number.isSafeInteger(Number(text));
  if (!isNumber) throw wrongField(name, 'must be a number of bytes.');
}

/** The digest of the field Upload-Checksum, where there is one. @throws AppError INVALID_PARAMETER */
export function expectedDigest({ headers }: FastifyRequest): ExpectedDigest | undefined {
  const text = headers['upload-checksum'];
  if (text === undefined) return undefined;
  const [name, encoded = '', ...rest] = String(text).split(' ');
  const algorithm = CHECKSUM_ALGORITHMS.find((one) => one === name);
  if (algorithm === undefined)
    throw wrongField('Upload-Checksum', `must begin with ${CHECKSUM_ALGORITHMS.join(', ')}.`);
  const digest = Buffer.from(encoded, 'base64');
  if (rest.length > 0 || digest.length !== DIGEST_BYTES[algorithm] || digest.toString('base64') !== encoded) {
    throw wrongField('Upload-Checksum', `must have a ${algorithm} digest in base64.`);
  }
  return { algorithm, digest };
}

function wrongField(param: string, problem: string): AppError {
  return new AppError('INVALID_PARAMETER', { detail: `${param} ${problem}`, param });
}

/** The bytes of a request, which another request may stop. */
export interface BodyPart {
  /** Fails when the body breaks off, arrives too slowly, or is stopped. */
  chunks: AsyncIterable<Buffer>;
  stop(error: AppError): void;
}

export function bodyPart({ body }: FastifyRequest): BodyPart {
  const { promise: stopped, reject: stop } = Promise.withResolvers<never>();
  stopped.catch(() => {});
  async function* chunks(): AsyncGenerator<Buffer> {
    if (body === undefined || body === null) return;
    const iterator = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
    for (;;) {
      const { done, value } = await Promise.race([iterator.next(), stopped]).catch((error) => {
        throw brokenOff(error);
      });
      if (done === true) return;
      yield value;
    }
  }
  return { chunks: chunks(), stop };
}

/** The failures of the connection; only the log shows them, since the answer has no reader. */
function brokenOff(error: unknown): AppError {
  if (error instanceof AppError && error.code !== 'INVALID_MULTIPART') return error;
  return new AppError('INVALID_REQUEST', { detail: 'The client disconnected.', cause: error });
}
