import multipart from '@fastify/multipart';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { AppError } from '../core/errors.ts';
import { type AccountDeps, accountRoutes, passwordRoutes } from './accounts/account.ts';
import { keyRoutes } from './accounts/keys.ts';
import { oidcRoutes } from './accounts/oidc.ts';
import { registerRoute, sessionRoutes } from './accounts/sessions.ts';
import { type AdminDeps, adminAccountRoutes } from './admin/accounts.ts';
import { adminBlockRoutes, adminImageRoutes, adminQuarantineRoutes, adminReportRoutes } from './admin/moderation.ts';
import { adminAuditRoute, adminJobRoutes, adminStatisticsRoute } from './admin/operations.ts';
import { type DeliveryDeps, deliveryRoutes } from './delivery/delivery.ts';
import type { FastPathDeps } from './fast-path/fast-path.ts';
import { createHttpServer } from './fast-path/server.ts';
import { type AuthDeps, registerAuth } from './guards/auth.ts';
import { type LoadSheddingDeps, registerLoadShedding } from './guards/load-shedding.ts';
import { handleError } from './handle-error.ts';
import { albumRoutes } from './images/albums.ts';
import { deletionRoute, type ImageDeps, imageRoutes, reportRoute } from './images/image.ts';
import { imageListRoutes } from './images/images.ts';
import { albumPageRoutes } from './pages/album-page.ts';
import { deletePageRoutes } from './pages/delete-page.ts';
import { oembedRoute } from './pages/oembed.ts';
import type { PageDeps } from './pages/page.ts';
import { reportPageRoutes } from './pages/report-page.ts';
import { assetRoutes } from './pages/site-assets.ts';
import { errorsPageRoute, landingRoute, shareXRoute } from './pages/site-pages.ts';
import { viewPageRoute } from './pages/view-page.ts';
import { webRoutes } from './pages/web-app.ts';
import { registerApiHeaders } from './protocol/api-headers.ts';
import { acceptForms, receiveBodies } from './protocol/body.ts';
import { answerClientError } from './protocol/errors.ts';
import { createRequestRecord, requestIdOf } from './protocol/request-record.ts';
import type { App } from './routing/app-type.ts';
import { collectMethods } from './routing/method-fallbacks.ts';
import { createMetrics, healthRoute, type MetricsDeps, metricsRoute, probeRoutes } from './service/health.ts';
import { openApiRoute, registerOpenApi } from './service/openapi.ts';
import { type ServiceDeps, siteRoutes, usageRoutes } from './service/usage.ts';
import { type UploadRouteDeps, uploadBulkRoute, uploadRoute } from './upload/upload.ts';

const MAX_JSON_BYTES = 2 ** 20;
const MAX_URI_LENGTH = 8 * 1024;
/** Paths that the log redacts: at level trace, libraries log headers, which contain credentials. */
const REDACTED_PATHS = ['headers', '*.headers'];

/** Dependencies of the HTTP side. Each folder declares its own; only this file sees the sum. */
export type HttpDeps = AccountDeps &
  AdminDeps &
  AuthDeps &
  DeliveryDeps &
  FastPathDeps &
  ImageDeps &
  LoadSheddingDeps &
  MetricsDeps &
  PageDeps &
  ServiceDeps &
  UploadRouteDeps;

/** Builds the HTTP side: the API under /api/v1, and the site with blobs and pages. It does not listen yet. */
export async function createApp(deps: HttpDeps, logger: FastifyBaseLogger): Promise<App> {
  const metrics = deps.metricsToken === undefined ? undefined : createMetrics(deps);
  const record = createRequestRecord(deps.statistics, metrics, logger);
  const app: App = Fastify({
    loggerInstance: logger.child({}, { redact: REDACTED_PATHS }),
    // The hook below writes one line for each request, without secrets.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    trustProxy: deps.trustProxy.length === 0 ? false : [...deps.trustProxy],
    bodyLimit: MAX_JSON_BYTES,
    serverFactory: (route) => createHttpServer(deps, record, route),
    genReqId: requestIdOf,
    routerOptions: { maxParamLength: MAX_URI_LENGTH },
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => handleError(deps, error, request, reply),
  }).withTypeProvider<TypeBoxTypeProvider>();

  // Response schemas only describe: tests compare the responses with them.
  app.setSerializerCompiler(() => JSON.stringify);
  // Without a parser, text/plain is refused with INVALID_CONTENT_TYPE.
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler((error, request, reply) => handleError(deps, error, request, reply));
  app.setNotFoundHandler(async () => {
    throw new AppError('ENDPOINT_NOT_FOUND');
  });
  receiveBodies(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    // RFC 9112, section 3.2: HTTP/1.1 without Host is a bad request.
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) {
      throw new AppError('INVALID_REQUEST', { detail: 'The Host field is missing.' });
    }
    if ((request.raw.url ?? '').length > MAX_URI_LENGTH) throw new AppError('URI_TOO_LONG');
  });
  // Checked when the response begins: a kept-alive connection would delay the shutdown.
  app.addHook('onSend', async (_request, reply) => {
    if (deps.isDraining()) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async (request, reply) => {
    const { id: requestId, method, url, ip, routeOptions } = request;
    const { statusCode: status, elapsedTime: ms } = reply;
    record({ requestId, method, url, route: routeOptions.url, status, ms, ip });
  });
  metricsRoute(app, deps, metrics);
  await app.register(multipart);
  await registerOpenApi(app, deps);
  await app.register((api: App) => registerApi(api, deps), { prefix: '/api/v1' });
  await app.register(async (site: App) => registerSite(site, deps));
  return app;
}

/** The API below /api/v1. The order of the routes is that of the API description. */
async function registerApi(api: App, deps: HttpDeps): Promise<void> {
  const addMethodFallbacks = collectMethods(api);
  await registerApiHeaders(api);
  registerLoadShedding(api, deps);
  await registerAuth(api, deps);
  uploadRoute(api, deps);
  uploadBulkRoute(api, deps);
  imageRoutes(api, deps);
  deletionRoute(api, deps);
  imageListRoutes(api, deps);
  albumRoutes(api, deps);
  reportRoute(api, deps);
  registerRoute(api, deps);
  sessionRoutes(api, deps);
  oidcRoutes(api, deps);
  passwordRoutes(api, deps);
  accountRoutes(api, deps);
  keyRoutes(api, deps);
  usageRoutes(api, deps);
  siteRoutes(api, deps);
  healthRoute(api, deps);
  openApiRoute(api, deps);
  adminReportRoutes(api, deps);
  adminImageRoutes(api, deps);
  adminBlockRoutes(api, deps);
  adminQuarantineRoutes(api, deps);
  adminAccountRoutes(api, deps);
  adminJobRoutes(api, deps);
  adminStatisticsRoute(api, deps);
  adminAuditRoute(api, deps);
  api.setNotFoundHandler(async () => {
    throw new AppError('ENDPOINT_NOT_FOUND');
  });
  addMethodFallbacks();
}

/** Images, pages and probes: everything outside the API. */
function registerSite(site: App, deps: HttpDeps): void {
  const addMethodFallbacks = collectMethods(site);
  deliveryRoutes(site, deps);
  viewPageRoute(site, deps);
  albumPageRoutes(site, deps);
  acceptForms(site);
  deletePageRoutes(site, deps);
  reportPageRoutes(site, deps);
  oembedRoute(site, deps);
  landingRoute(site, deps);
  errorsPageRoute(site, deps);
  shareXRoute(site, deps);
  if (deps.web !== undefined) webRoutes(site, deps, deps.web);
  assetRoutes(site, deps.web);
  probeRoutes(site, deps);
  addMethodFallbacks();
}
