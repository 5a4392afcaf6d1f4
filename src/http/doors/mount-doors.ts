import cookie from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createKey } from '../../actions/accounts/api-keys.ts';
import { identifyCaller, identifySession } from '../../actions/accounts/identify-caller.ts';
import type { NoticeDeps } from '../../actions/accounts/notify-account.ts';
import { normalizeEmail } from '../../actions/accounts/register-account.ts';
import { endSession, type SessionDeps, signIn } from '../../actions/accounts/sessions.ts';
import { deleteImage } from '../../actions/images/delete-image.ts';
import { getImage } from '../../actions/images/get-image.ts';
import { AppError } from '../../core/errors.ts';
import type { DeleteRoute, Door, DoorAnswer, DoorRoute, SignInRoute } from '../../doors/door.ts';
import { DOORS } from '../../doors/doors.ts';
import type { PasswordCheck } from '../../identity/password-hash.ts';
import { callerAddress } from '../../limits/caller-address.ts';
import { type GuessDeps, limitGuesses } from '../guards/guesses.ts';
import { type LoadSheddingDeps, registerLoadShedding } from '../guards/load-shedding.ts';
import { originOf } from '../guards/session-cookie.ts';
import { type ErrorDeps, handleError } from '../handle-error.ts';
import type { ImageDeps } from '../images/image.ts';
import { infoView, JSON_TYPE } from '../images/image-view.ts';
import { registerApiHeaders } from '../protocol/api-headers.ts';
import type { App } from '../routing/app-type.ts';
import { collectMethods } from '../routing/method-fallbacks.ts';
import { admitCaller } from './door-caller.ts';
import { type DoorUploadDeps, refuseLongBody, uploadByDoor, valuesOf } from './door-upload.ts';

export type DoorDeps = DoorUploadDeps &
  LoadSheddingDeps &
  ErrorDeps &
  GuessDeps &
  NoticeDeps &
  SessionDeps &
  ImageDeps & {
    /** Names of the doors that are open. */
    doors: readonly string[];
    checkPassword: PasswordCheck;
  };

/** Sign-in by e-mail address and password. */
const MAX_TEXT_BYTES = 32 * 1_024;
const KEY_NAME = 'Lsky client';
const KEY_GRANTS = ['images:write', 'images:read', 'images:delete'] as const;

/** Mounts the doors that are open. Each prefix is a scope with the headers of the API, and with errors of its own form. */
export async function mountDoors(app: App, deps: DoorDeps): Promise<void> {
  const open = DOORS.filter(({ name }) => deps.doors.includes(name));
  const byPrefix = Map.groupBy(open, ({ prefix }) => prefix);
  for (const [prefix, doors] of byPrefix)
    await app.register((scope: App) => mountScope(scope, deps, doors), { prefix });
}

async function mountScope(scope: App, deps: DoorDeps, doors: readonly Door[]): Promise<void> {
  const addMethodFallbacks = collectMethods(scope);
  await registerApiHeaders(scope, { methods: ['PUT'], exposed: ['Location', 'X-Url-Delete'] });
  registerLoadShedding(scope, deps);
  await scope.register(cookie);
  scope.decorateRequest('caller');
  scope.decorateRequest('csrfSource', undefined);
  // Uploads read the body themselves, whatever its type; other routes take a short text.
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser('*', async (request: FastifyRequest, payload: AsyncIterable<Buffer>) =>
    request.routeOptions.config.body === undefined ? undefined : shortText(payload),
  );
  const routes = doors.flatMap((door) => door.routes);
  const failOf = ({ routeOptions: { config, url } }: FastifyRequest) => {
    const route =
      config?.door ?? routes.find(({ path }) => path === url) ?? (doors.length === 1 ? routes[0] : undefined);
    return route?.fail;
  };
  scope.setErrorHandler((error, request, reply) => handleError(deps, error, request, reply, failOf(request)));
  scope.setNotFoundHandler(async () => {
    throw new AppError('ENDPOINT_NOT_FOUND');
  });
  for (const door of doors) {
    for (const route of door.routes) mountRoute(scope, deps, door, route);
  }
  addMethodFallbacks();
}

function mountRoute(scope: App, deps: DoorDeps, door: Door, route: DoorRoute): void {
  scope.route({
    method: route.method,
    url: route.path.slice(door.prefix.length),
    schema: { hide: true },
    config: {
      door: route,
      ...(route.act === 'upload' && { form: {}, isIdempotent: true }),
      ...(route.act === 'upload' && route.takes && { anyBody: true }),
      ...(route.act === 'sign-in' && { body: 'required' as const }),
    },
    onRequest: async (request, reply) => {
      // The address may have a key.
      reply.header('referrer-policy', 'no-referrer');
      await admitCaller(deps, door, route, request, reply);
      if (route.act === 'upload') await refuseLongBody(deps, route, request);
    },
    handler: async (request, reply) => send(reply, await act(deps, route, request, reply)),
  });
}

function send(reply: FastifyReply, { status = 200, body, type, headers = {} }: DoorAnswer): FastifyReply {
  return reply
    .code(status)
    .headers(headers)
    .type(type ?? JSON_TYPE)
    .send(body);
}

async function act(
  deps: DoorDeps,
  route: DoorRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<DoorAnswer> {
  switch (route.act) {
    case 'upload':
      return uploadByDoor(deps, route, request, reply);
    case 'show': {
      const { id } = route.read(valuesOf(request));
      return route.succeed(infoView(await getImage(deps, id, request.caller), deps));
    }
    case 'delete':
      return remove(deps, route, request);
    case 'sign-in':
      return issueKey(deps, route, request, reply);
    case 'describe':
      return route.succeed(deps.baseUrl);
  }
}

/** @throws AppError those of `deleteImage` */
async function remove(deps: DoorDeps, route: DeleteRoute, request: FastifyRequest): Promise<DoorAnswer> {
  const { id, token } = route.read(valuesOf(request));
  const { caller } = request;
  const deleter =
    token === undefined ? caller : await identifyCaller(deps, `Bearer ${token}`, callerAddress(request.ip));
  await deleteImage(deps, id, deleter);
  return route.succeed(id);
}

/**
 * Makes a key for images by e-mail address and password. Accounts with a second factor use a key of the account page.
 * @throws AppError INVALID_CREDENTIALS, ACCOUNT_SUSPENDED, SECOND_FACTOR_REQUIRED, TOO_MANY_ATTEMPTS, INVALID_PARAMETER
 */
async function issueKey(
  deps: DoorDeps,
  route: SignInRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<DoorAnswer> {
  const { email, password } = route.read(bodyValues(request));
  const { key } = await limitGuesses(deps, request, reply, normalizeEmail(email), async () => {
    const { session } = await signIn(deps, { email, password }, originOf(deps, request));
    const caller = await identifySession(deps, session.token, callerAddress(request.ip));
    try {
      const wanted = { name: KEY_NAME, grants: [...KEY_GRANTS], expiresAt: null };
      const { secret } = await createKey(deps, { caller, from: request.ip }, wanted);
      return { success: true, key: secret };
    } finally {
      await endSession(deps, caller, session.id);
    }
  });
  return route.succeed(key);
}

/** The members of a JSON object, or the fields of a URL-encoded form. @throws AppError INVALID_JSON */
function bodyValues({ headers, body }: FastifyRequest): ReadonlyMap<string, string> {
  const text = String(body ?? '');
  if (/^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')) {
    return new Map(new URLSearchParams(text));
  }
  try {
    const members = Object.entries(JSON.parse(text) as object);
    return new Map(members.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch (error) {
    throw new AppError('INVALID_JSON', { cause: error });
  }
}

/** @throws AppError REQUEST_TOO_LARGE */
async function shortText(payload: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of payload) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_TEXT_BYTES) throw new AppError('REQUEST_TOO_LARGE', { details: { limit_bytes: MAX_TEXT_BYTES } });
  }
  return Buffer.concat(chunks).toString('utf8');
}
