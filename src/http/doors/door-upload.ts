import type { FastifyReply, FastifyRequest } from 'fastify';
import { fileTooLarge } from '../../actions/upload/receive-file.ts';
import { type Batch, openBatch } from '../../actions/upload/upload-images.ts';
import { AppError, ERRORS, type ErrorCode } from '../../core/errors.ts';
import { OPTION_NAMES } from '../../core/image-texts.ts';
import type { Plan, Plans } from '../../core/plans.ts';
import { SNIFF_BYTES, sniff } from '../../core/sniff.ts';
import { type DoorAnswer, type DoorImage, isFilePart, type UploadRoute, type Values } from '../../doors/door.ts';
import type { AuthDeps } from '../guards/auth.ts';
import { requireSolution } from '../guards/require-solution.ts';
import { hasBody } from '../protocol/body.ts';
import type { ErrorBody } from '../protocol/errors.ts';
import { decodeFile } from '../upload/encoded-file.ts';
import { missingFileOf, readUploadForm } from '../upload/multipart.ts';
import { bodyOf, readPairs } from '../upload/other-bodies.ts';
import { ADDRESS, maxFormBytes, storeOne, type UploadRouteDeps } from '../upload/upload.ts';
import { MAX_SKIPPED_FILES, refuseLongBulk, storeSeveral } from '../upload/upload-bulk.ts';
import { adoptKey } from './door-caller.ts';

/** base64 has four digits for three bytes, and URL encoding three characters for a digit. */
const TEXT_GROWTH = 4;

export interface DoorUploadDeps extends UploadRouteDeps, AuthDeps {
  plans: Plans;
}

/** Texts of the query and of the path. */
export function valuesOf({ query, params }: Pick<FastifyRequest, 'query' | 'params'>): Map<string, string> {
  const given = Object.entries({ ...(query as object), ...(params as object) });
  return new Map(given.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** The plan by which the size of a body is judged: the largest where a field of the body may name the account. */
function planOf({ plans }: Pick<DoorUploadDeps, 'plans'>, route: UploadRoute, { caller }: FastifyRequest): Plan {
  if (route.keyField === undefined || caller.kind !== 'anonymous') return caller.plan;
  return Object.values(plans).reduce((most, plan) => (plan.maxFileBytes > most.maxFileBytes ? plan : most));
}

function maxBodyBytes(deps: DoorUploadDeps, route: UploadRoute, request: FastifyRequest): number {
  const growth = route.takes?.includes('text') === true ? TEXT_GROWTH : 1;
  return maxFormBytes(planOf(deps, route, request), 1) * growth;
}

/** Refuses a body by its Content-Length. @throws AppError FILE_TOO_LARGE, REQUEST_TOO_LARGE */
export async function refuseLongBody(deps: DoorUploadDeps, route: UploadRoute, request: FastifyRequest): Promise<void> {
  if (route.several !== undefined) return refuseLongBulk(request);
  const bytes = Number(request.headers['content-length'] ?? 0);
  if (bytes > maxBodyBytes(deps, route, request)) throw fileTooLarge(planOf(deps, route, request));
}

/**
 * Stores the files of a request, and answers as the protocol does.
 * @throws AppError those of an upload to the API
 */
export async function uploadByDoor(
  deps: DoorUploadDeps,
  route: UploadRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<DoorAnswer> {
  const values = valuesOf(request);
  const received = async (batch: Batch) => {
    let address: string | undefined;
    const onAddress = (given: string) => {
      address = given;
    };
    const read = await readFiles(deps, route, request, reply, { batch, onAddress });
    // No field of the body has named an account.
    if (request.caller.kind !== 'account') await requireSolution(deps, 'uploads', request);
    for (const [name, value] of read) values.set(name, value);
    const options = optionsOf(route, values);
    return address === undefined ? options : new Map([...options, [ADDRESS, address]]);
  };
  if (route.several === undefined) {
    const answer = await request.server.idempotently(request, reply, async () => {
      await using batch = await openBatch(deps, request, { isBulk: false });
      return await storeOne(deps, request, batch, await received(batch));
    });
    if (!answer.success) throw errorOf(answer);
    return answered(route, [answer.data], values, []);
  }
  const answer = await request.server.idempotently(request, reply, async () => {
    await using batch = await openBatch(deps, request, { isBulk: true });
    return await storeSeveral(deps, request, batch, await received(batch), route.several === 'all');
  });
  if (!answer.success) throw errorOf(answer);
  const { results } = answer.data;
  const images = results.flatMap((one) => (one.success ? [one.data] : []));
  const refused = results.flatMap((one) =>
    one.success ? [] : [{ filename: one.filename, message: one.error.message }],
  );
  return answered(route, images, values, refused);
}

/** The answer, with the addresses that delete the images: many protocols have no place for them. */
function answered(
  { succeed }: UploadRoute,
  images: readonly DoorImage[],
  values: Values,
  refused: Parameters<UploadRoute['succeed']>[2],
): DoorAnswer {
  const answer = succeed(images, values, refused);
  const deletion = images.flatMap(({ delete_url }) => delete_url ?? []).join(', ');
  return deletion === '' ? answer : { ...answer, headers: { ...answer.headers, 'x-url-delete': deletion } };
}

/** The fields of the API: those with its names, and what the door makes of its own. */
function optionsOf({ read }: UploadRoute, values: Values): Values {
  const own = Object.entries(read?.(values) ?? {});
  const options = OPTION_NAMES.flatMap((name) => {
    const value = values.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return new Map([...options, ...own.filter((entry): entry is [string, string] => entry[1] !== undefined)]);
}

/** Gives the files of a body of any kind to the batch, or an address in the place of one. @returns its text fields */
async function readFiles(
  deps: DoorUploadDeps,
  route: UploadRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  { batch, onAddress }: { batch: Batch; onAddress: (address: string) => void },
): Promise<Values> {
  const { takes = [], several, parts, keyField, fields = [] } = route;
  const [fileField = ''] = parts;
  const { plan } = request.caller;
  const takesText = takes.includes('text');
  const maxFiles = several === undefined ? 1 : plan.maxBulkFiles;
  const receiveText = async (name: string, source: AsyncIterable<Buffer>, filename?: string) => {
    const file = await decodeFile(source, name);
    if (!('address' in file)) return batch.receive(filename, file.bytes);
    if (deps.urlUploads === 'off' || several !== undefined) throw addressRefused(name);
    onAddress(file.address);
  };
  const form = {
    isUpload: (name: string) => isFilePart(route, name),
    textFields: [...OPTION_NAMES, ...fields, ...(keyField === undefined ? [] : [keyField])],
    onField: (name: string, value: string) => adoptKey(deps, route, [name, value], request, reply),
  };
  const type = request.headers['content-type'] ?? '';
  const isForm = /^multipart\//i.test(type);
  if (!hasBody(request) && takesText) return readQuery(request, route, receiveText);
  const isPairs = takesText && /^application\/x-www-form-urlencoded\b/i.test(type);
  if (!isForm && hasBody(request) && (isPairs || takes.includes('raw'))) {
    const body = bodyOf(request, maxBodyBytes(deps, route, request));
    try {
      const [head, whole] = await headOf(body);
      if (isPairs && (!takes.includes('raw') || sniff(head).format === undefined)) {
        return await readEncoded(whole, route, form, receiveText);
      }
      await batch.receive(valuesOf(request).get('name'), whole);
      return new Map();
    } finally {
      // Ends the watches over a body that was not read to its end.
      await body.return(undefined);
    }
  }
  return readUploadForm(request, {
    ...form,
    fileField,
    takesText,
    maxFiles,
    maxBytes: several === undefined ? maxBodyBytes(deps, route, request) : maxFormBytes(plan, maxFiles),
    maxSkippedBytes: plan.maxFileBytes * (several === undefined ? 1 : MAX_SKIPPED_FILES),
    onFile: (filename, source, isText) =>
      isText ? receiveText(fileField, source, filename) : batch.receive(filename, source),
  });
}

/** A file in a URL-encoded body. @throws AppError MISSING_FILE, TOO_MANY_FILES, and those of `readPairs` */
async function readEncoded(
  body: AsyncIterable<Buffer>,
  { parts: [fileField = ''] }: UploadRoute,
  form: Omit<Parameters<typeof readPairs>[1], 'onFile'>,
  receive: (name: string, source: AsyncIterable<Buffer>) => Promise<void>,
): Promise<Values> {
  let files = 0;
  const onFile = (name: string, source: AsyncIterable<Buffer>) => {
    files++;
    if (files > 1) throw new AppError('TOO_MANY_FILES', { detail: 'At most 1 here.', details: { limit: 1 } });
    return receive(name, source);
  };
  const read = await readPairs(body, { ...form, onFile });
  if (files === 0) throw missingFileOf(fileField, new Set(), false);
  return read;
}

/** A file in the query. */
async function readQuery(
  request: FastifyRequest,
  { parts }: UploadRoute,
  receive: (name: string, source: AsyncIterable<Buffer>) => Promise<void>,
): Promise<Values> {
  const values = valuesOf(request);
  const name = parts.find((part) => values.get(part));
  if (name === undefined) throw missingFileOf(parts[0] ?? '', new Set(), false);
  const text = values.get(name) ?? '';
  await receive(
    name,
    (async function* () {
      yield Buffer.from(text);
    })(),
  );
  return new Map();
}

function addressRefused(param: string): AppError {
  return new AppError('INVALID_PARAMETER', {
    detail: 'The service does not fetch files from addresses. Send the file itself, or base64.',
    param,
  });
}

/** The first bytes of a body, and all of it. */
async function headOf(body: AsyncGenerator<Buffer>): Promise<[head: Buffer, body: AsyncGenerator<Buffer>]> {
  let head: Buffer = Buffer.alloc(0);
  while (head.length < SNIFF_BYTES) {
    const { done, value } = await body.next();
    if (done === true) break;
    head = Buffer.concat([head, value]);
  }
  async function* whole() {
    if (head.length > 0) yield head;
    yield* body;
  }
  return [head, whole()];
}

/** The error of an answer that an earlier request with the same Idempotency-Key got. */
function errorOf({ error }: ErrorBody): AppError {
  const code = error.code as ErrorCode;
  const detail = error.message.slice(ERRORS[code].message.length).trim();
  return new AppError(code, {
    ...(detail !== '' && { detail }),
    ...(error.details && { details: error.details }),
    ...(error.param !== undefined && { param: error.param }),
    ...(error.retry_after !== undefined && { retryAfterSeconds: error.retry_after }),
  });
}
