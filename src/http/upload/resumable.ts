import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findOwnUpload, holdUpload, uploadLocked } from '../../actions/upload/hold-upload.ts';
import { openUpload } from '../../actions/upload/open-upload.ts';
import { releaseAll } from '../../actions/upload/remove-uploads.ts';
import { type ExpectedDigest, writeParts } from '../../actions/upload/write-parts.ts';
import { IdParams } from '../../api/envelope.ts';
import { UploadHeaders, UploadResponses } from '../../api/uploads.ts';
import { endUpload } from '../../catalog/operations/resumable-uploads.ts';
import type { UploadRow } from '../../catalog/schema.ts';
import type { Caller } from '../../core/caller.ts';
import { AppError, type ErrorCode } from '../../core/errors.ts';
import { hashToken } from '../../core/ids.ts';
import { OPTION_NAMES } from '../../core/image-texts.ts';
import { timestamp } from '../../core/time.ts';
import type { FixedWindow } from '../../limits/limits.ts';
import { type LoadSheddingDeps, takeUploadSlot } from '../guards/load-shedding.ts';
import { countRequest } from '../guards/quota.ts';
import { success } from '../protocol/success.ts';
import type { App } from '../routing/app-type.ts';
import { route } from '../routing/route.ts';
import { type FinishDeps, failureOf, failureView, finishedImage, finishUpload } from './finish-upload.ts';
import { bodyPart, expectedDigest, methodOf, requireHeaders } from './resumable-request.ts';
import { PART_TYPE, runTus } from './tus.ts';

export interface ResumableDeps extends FinishDeps, LoadSheddingDeps {
  quota: FixedWindow;
}

/** A request that stores parts now. */
interface Writer {
  /** Ends the request after the bytes that have come. Resolves when they are durable. */
  stop(): Promise<void>;
}

const CREATE_ERRORS: readonly ErrorCode[] = [
  'INVALID_ALBUM',
  'INVALID_EXPIRY',
  'INVALID_PARAMETER',
  'TUS_VERSION_NOT_SUPPORTED',
  'TOO_MANY_UPLOADS',
];
const HOLD_ERRORS: readonly ErrorCode[] = [
  'INVALID_PARAMETER',
  'UPLOAD_NOT_FOUND',
  'TUS_VERSION_NOT_SUPPORTED',
  'UPLOAD_LOCKED',
];
const BODY_ERRORS: readonly ErrorCode[] = [
  'UNSUPPORTED_MEDIA_TYPE',
  'UNSUPPORTED_CONTENT_ENCODING',
  'CHECKSUM_MISMATCH',
];
/** Of the image, when all bytes have come. */
const IMAGE_ERRORS: readonly ErrorCode[] = [
  'ANONYMOUS_UPLOADS_OFF',
  'NETWORK_BLOCKED',
  'STORAGE_FULL',
  'TICKET_USED_UP',
  'INVALID_FILE_TYPE',
  'INVALID_IMAGE',
  'IMAGE_DIMENSIONS_EXCEEDED',
  'EMPTY_FILE',
  'CONTENT_REFUSED',
  'CONTENT_BLOCKED',
  'STORAGE_QUOTA_EXCEEDED',
  'FILE_TOO_LARGE',
  'STORAGE_UNAVAILABLE',
];
/** Of a request that sends bytes, which may be the last ones. */
const APPEND_ERRORS: readonly ErrorCode[] = [
  ...HOLD_ERRORS,
  ...BODY_ERRORS,
  ...IMAGE_ERRORS,
  'INVALID_ALBUM',
  'INVALID_EXPIRY',
  'UPLOAD_OFFSET_MISMATCH',
  'REQUEST_TOO_LARGE',
  'TOO_MANY_UPLOADS',
];

const ACCESS = { anonymousOr: 'images:write' } as const;
/** How long a request waits for another one that makes the image; one for each upload, the others do not wait. */
const MAX_WAIT_MS = 10_000;

/** Uploads that requests of this process work on, by hash of the id. For other processes the lock of the row decides. */
interface InProcess {
  writers: Map<string, Writer>;
  waiting: Set<string>;
}

/**
 * /uploads: resumable uploads by the protocol tus 1.0.0 with creation, creation-with-upload, termination, expiration and
 * checksum. The request that brings the last byte makes the image, and so does the next one where that request has failed.
 */
export function resumableRoutes(api: App, deps: ResumableDeps): void {
  api.addContentTypeParser(PART_TYPE, (_request, body, done) => done(null, body));
  const inProcess: InProcess = { writers: new Map(), waiting: new Set() };
  const run = async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      return await runRequest(deps, inProcess, request, reply);
    } catch (error) {
      // Otherwise bytes that are sent again and again, and failing attempts to make an image, would cost the caller nothing.
      if (methodOf(request) !== 'POST' && isCostly(error)) await countRequest(deps, request.caller, reply);
      throw error;
    }
  };
  sendingRoutes(api, run);
  overridingRoute(api, run);
  otherRoutes(api, deps, run);
}

type Run = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Requests with bytes. */
function sendingRoutes(api: App, run: Run): void {
  route(api, {
    method: 'POST',
    path: '/uploads',
    operationId: 'createUpload',
    summary: 'Begin a resumable upload',
    description: `tus 1.0.0. \`Location\` of the answer is the upload. Metadata: ${['filename', ...OPTION_NAMES].join(', ')}.`,
    tag: 'Images',
    access: ACCESS,
    headers: UploadHeaders.create,
    ticketUse: 'upload',
    bytes: PART_TYPE,
    answers: { 201: { type: 'null', description: 'The upload exists, with the bytes of the body.' } },
    errors: [...CREATE_ERRORS, ...BODY_ERRORS, ...IMAGE_ERRORS, 'REQUEST_TOO_LARGE', 'UPLOAD_LOCKED'],
    onRequest: requireHeaders,
    handler: run,
  });

  route(api, {
    method: 'PATCH',
    path: '/uploads/:id',
    operationId: 'continueUpload',
    summary: 'Send the next bytes of a resumable upload',
    description:
      'tus 1.0.0. The answer to the last bytes has the image in its fields `Image-Id`, `Image-Url`, `Image-Delete-Token` and `Link`.',
    tag: 'Images',
    access: ACCESS,
    counted: false,
    ticketUse: 'follow-up',
    params: IdParams,
    headers: UploadHeaders.append,
    bytes: PART_TYPE,
    answers: { 204: { type: 'null', description: '`Upload-Offset`, and with the last byte the image.' } },
    errors: APPEND_ERRORS,
    onRequest: requireHeaders,
    handler: run,
  });
}

/** For clients that cannot send PATCH or DELETE. */
function overridingRoute(api: App, run: Run): void {
  route(api, {
    method: 'POST',
    path: '/uploads/:id',
    operationId: 'overrideUploadMethod',
    summary: 'PATCH or DELETE for clients without these methods',
    description: 'tus 1.0.0: `X-HTTP-Method-Override` names the method.',
    tag: 'Images',
    access: ACCESS,
    counted: false,
    ticketUse: 'follow-up',
    params: IdParams,
    bytes: PART_TYPE,
    answers: { 204: { type: 'null', description: 'As the method that is named.' } },
    errors: APPEND_ERRORS,
    onRequest: requireHeaders,
    handler: run,
  });
}

/** Requests about an upload. */
function otherRoutes(api: App, deps: ResumableDeps, run: Run): void {
  route(api, {
    method: 'HEAD',
    path: '/uploads/:id',
    operationId: 'getUploadOffset',
    summary: 'Where a resumable upload continues',
    description: 'tus 1.0.0. Ends other requests that send bytes to the same upload.',
    tag: 'Images',
    access: ACCESS,
    counted: false,
    ticketUse: 'follow-up',
    params: IdParams,
    headers: UploadHeaders.other,
    answers: { 200: { type: 'null', description: '`Upload-Offset` and `Upload-Length`.' } },
    errors: [...HOLD_ERRORS, ...IMAGE_ERRORS],
    onRequest: requireHeaders,
    handler: run,
  });

  route(api, {
    method: 'GET',
    path: '/uploads/:id',
    operationId: 'getUpload',
    summary: 'State of a resumable upload, and its image',
    tag: 'Images',
    access: ACCESS,
    counted: false,
    ticketUse: 'follow-up',
    params: IdParams,
    answer: UploadResponses.status,
    errors: ['UPLOAD_NOT_FOUND'],
    async handler({ caller, params }) {
      const row = await findOwnUpload(deps, params.id, caller);
      const isWhole = row.offset_bytes === row.length_bytes;
      const open = isWhole ? ('processing' as const) : ('uploading' as const);
      const view = {
        status: row.state === 'complete' || row.state === 'failed' ? row.state : open,
        offset: row.offset_bytes,
        length: row.length_bytes,
        expires_at: timestamp(row.expires_at),
        image: await finishedImage(deps, params.id, row),
        error: row.state === 'failed' ? failureView(row) : null,
      };
      return success(view, 'Upload found');
    },
  });

  route(api, {
    method: 'DELETE',
    path: '/uploads/:id',
    operationId: 'deleteUpload',
    summary: 'Give a resumable upload up',
    description: 'tus 1.0.0. The image of a complete upload stays.',
    tag: 'Images',
    access: ACCESS,
    counted: false,
    ticketUse: 'follow-up',
    params: IdParams,
    headers: UploadHeaders.other,
    answers: { 204: { type: 'null', description: 'The upload is gone.' } },
    errors: HOLD_ERRORS,
    onRequest: requireHeaders,
    handler: run,
  });
}

const COSTLY: ReadonlySet<ErrorCode> = new Set(['CHECKSUM_MISMATCH', 'REQUEST_TOO_LARGE', 'SERVICE_UNAVAILABLE']);

function isCostly(error: unknown): boolean {
  const cause = error instanceof AppError && error.code === 'UPLOAD_LOCKED' ? error.cause : error;
  return cause instanceof AppError && COSTLY.has(cause.code);
}

/** Runs a request of the protocol, and makes the image when all bytes are there. */
async function runRequest(
  deps: ResumableDeps,
  inProcess: InProcess,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { caller } = request;
  const method = methodOf(request);
  const lock = randomUUID();
  let row: UploadRow | undefined;
  let id = (request.params as { id?: string }).id ?? '';
  const digest = expectedDigest(request);
  if (method === 'POST') reply.header('tus-max-size', String(caller.plan.maxFileBytes));
  const { status, headers } = await runTus(
    { method, id, headers: request.raw.headers },
    {
      async create(newId, lengthBytes, metadata) {
        id = newId;
        await openUpload(deps, caller, { id, lengthBytes, metadata, lock });
        row = await findOwnUpload(deps, id, caller);
        return row;
      },
      async hold() {
        row = await holdInTurn(deps, inProcess, id, caller, lock);
        if (row.state === 'failed' && method !== 'DELETE') throw failureOf(row);
        return row;
      },
      async write(upload) {
        if (upload.state !== 'open') return upload.offset_bytes;
        const offset = await writeBody(deps, inProcess, request, { ...upload, lock }, digest);
        row = { ...upload, offset_bytes: offset };
        return offset;
      },
      async remove() {
        await endUpload(deps.db, hashToken(id), deps.clock.now());
        await releaseAll(deps, hashToken(id));
      },
    },
    { hours: deps.resumableHours },
  );
  reply.code(status).headers(headers);
  if (row !== undefined && method !== 'DELETE') await addImage(deps, request, reply, id, { ...row, lock });
  return reply.send();
}

/** Ends the request of this process that sends bytes, and takes the upload over. */
async function holdInTurn(
  deps: ResumableDeps,
  { writers, waiting }: InProcess,
  id: string,
  caller: Caller,
  lock: string,
): Promise<UploadRow> {
  const idHash = hashToken(id);
  await writers.get(idHash)?.stop();
  if (waiting.has(idHash)) return holdUpload(deps, id, caller, lock, 0);
  waiting.add(idHash);
  try {
    return await holdUpload(deps, id, caller, lock, MAX_WAIT_MS);
  } finally {
    waiting.delete(idHash);
  }
}

/** Stores the bytes of a request. @returns the new offset */
function writeBody(
  deps: ResumableDeps,
  { writers }: InProcess,
  request: FastifyRequest,
  upload: UploadRow,
  digest: ExpectedDigest | undefined,
): Promise<number> {
  const part = bodyPart(request);
  const target = {
    idHash: upload.id_hash,
    lock: upload.lock ?? '',
    offset: upload.offset_bytes,
    lengthBytes: upload.length_bytes,
    parts: upload.parts,
  };
  const writing = writeParts(deps, target, part.chunks, digest);
  const writer: Writer = {
    async stop() {
      part.stop(uploadLocked());
      await writing.catch(() => {});
    },
  };
  writers.set(upload.id_hash, writer);
  return writing.finally(() => {
    if (writers.get(upload.id_hash) === writer) writers.delete(upload.id_hash);
  });
}

/** Makes the image of an upload whose bytes are all there, unless it exists, and names it in the answer. */
async function addImage(
  deps: ResumableDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  row: UploadRow,
): Promise<void> {
  if (row.offset_bytes !== row.length_bytes) return;
  const image =
    row.state === 'complete'
      ? await finishedImage(deps, id, row)
      : await finishInSlot(deps, request, reply, id, row).catch((error) => {
          throw request.method === 'HEAD' ? lockedIfTransient(error) : error;
        });
  if (image === null) return;
  reply.removeHeader('upload-expires');
  reply.headers({
    'image-id': image.id,
    'image-url': image.links.direct,
    link: `<${deps.baseUrl}/api/v1/image/${image.id}>; rel="describedby"`,
    ...(image.delete_token !== undefined && { 'image-delete-token': image.delete_token }),
  });
}

/** A request with bytes has a slot already. */
async function finishInSlot(
  deps: ResumableDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  row: UploadRow,
) {
  if (request.uploadSlot === undefined) takeUploadSlot(deps.loadShedder, request, reply);
  return finishUpload(deps, request, id, row);
}

/** Clients begin again after most errors of a HEAD, but wait after 423. */
function lockedIfTransient(error: unknown): unknown {
  return error instanceof AppError && error.status < 500 ? error : uploadLocked(error);
}
