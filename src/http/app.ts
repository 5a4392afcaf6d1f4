import type { Socket } from 'node:net';
import multipart from '@fastify/multipart';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { AppError } from '../core/errors.ts';
import { type AccountDeps, accountRoutes, passwordRoutes, verificationRoutes } from './accounts/account.ts';
import { type AccountDataDeps, accountDataRoutes } from './accounts/account-data.ts';
import { type AccountExportDeps, accountExportRoutes, adminExportRoutes } from './accounts/account-export.ts';
import { keyRoutes } from './accounts/keys.ts';
import { oidcRoutes } from './accounts/oidc.ts';
import { secondFactorRoutes } from './accounts/second-factors.ts';
import { secondStepRoutes } from './accounts/second-step.ts';
import { registerRoute, sessionRoutes } from './accounts/sessions.ts';
import { type WebhookRouteDeps, webhookRoutes } from './accounts/webhooks.ts';
import { type AdminDeps, adminAccountRoutes, adminTaskRoutes } from './admin/accounts.ts';
import { adminBlockRoutes, adminImageRoutes, adminQuarantineRoutes, adminReportRoutes } from './admin/moderation.ts';
import { adminNetworkRoutes } from './admin/networks.ts';
import { adminAuditRoute, adminJobRoutes, adminStatisticsRoute } from './admin/operations.ts';
import { adminUploaderRoutes } from './admin/raids.ts';
import { adminDecisionRoutes, adminInvitationRoutes } from './admin/registrations.ts';
import { adminImageCaseRoutes, adminReportedImageRoutes } from './admin/reported-images.ts';
import { type DeliveryDeps, deliveryRoutes } from './delivery/delivery.ts';
import { createOldAddresses, type OldAddressDeps } from './delivery/old-addresses.ts';
import { type DoorDeps, mountDoors } from './doors/mount-doors.ts';
import type { FastPathDeps } from './fast-path/fast-path.ts';
import { createHttpServer } from './fast-path/server.ts';
import { type AuthDeps, registerAuth } from './guards/auth.ts';
import { type IdempotencyDeps, registerIdempotency } from './guards/idempotency.ts';
import { type LoadSheddingDeps, registerLoadShedding } from './guards/load-shedding.ts';
import { handleError } from './handle-error.ts';
import { albumRoutes } from './images/albums.ts';
import { deletionRoute, type ImageDeps, imageRoutes, reportRoute } from './images/image.ts';
import { imageListRoutes } from './images/images.ts';
import { trashRoutes } from './images/trash.ts';
import type { AlbumExportDeps } from './pages/album-exports.ts';
import { albumPageRoutes } from './pages/album-page.ts';
import { deletePageRoutes } from './pages/delete-page.ts';
import { registerLanguageChoice } from './pages/language-choice.ts';
import { oembedRoute } from './pages/oembed.ts';
import { reportPageRoutes } from './pages/report-page.ts';
import { assetRoutes } from './pages/site-assets.ts';
import { clientFileRoutes, errorsPageRoute, landingRoute } from './pages/site-pages.ts';
import { viewPageRoute } from './pages/view-page.ts';
import { type InstallDeps, installRoutes, webRoutes } from './pages/web-app.ts';
import { registerApiHeaders } from './protocol/api-headers.ts';
import { acceptForms, receiveBodies } from './protocol/body.ts';
import { createClientIp } from './protocol/client-ip.ts';
import { registerCompression } from './protocol/compression.ts';
import { type ConnectionLimits, limitConnections } from './protocol/connection-limits.ts';
import { answerClientError, malformation } from './protocol/malformed-request.ts';
import { createRequestRecord, recordRouted, requestIdOf } from './protocol/request-record.ts';
import { endStalledReaders } from './protocol/stalled-readers.ts';
import { type TracingDeps, traceRequests } from './protocol/trace-requests.ts';
import { strictTransport, type TransportSecurity } from './protocol/transport-security.ts';
import { registerTusHeaders } from './protocol/tus-headers.ts';
import { schemaCompilers } from './protocol/validation.ts';
import type { App } from './routing/app-type.ts';
import { collectMethods, refuseUnmatched } from './routing/method-fallbacks.ts';
import { docsRoute } from './service/docs-page.ts';
import { healthRoute, metricsRoute, probeRoutes } from './service/health.ts';
import { createMetrics, type MetricsDeps } from './service/metrics.ts';
import { openApiRoute, registerOpenApi } from './service/openapi.ts';
import { type ServiceDeps, siteRoutes, usageRoutes } from './service/usage.ts';
import { type ResumableDeps, resumableRoutes } from './upload/resumable.ts';
import { type TicketRouteDeps, ticketRoutes } from './upload/tickets.ts';
import { type UploadRouteDeps, uploadRoute } from './upload/upload.ts';
import { uploadBulkRoute } from './upload/upload-bulk.ts';
import { uploadPageRoutes } from './upload/upload-page.ts';

const MAX_JSON_BYTES = 2 ** 20;
const MAX_URI_LENGTH = 8 * 1024;
/** Programs that are configured with a folder add a slash. */
const SLASH_BEHIND_UPLOAD = /^(\/api\/v1\/upload(?:\/bulk)?)\/(?=$|\?)/;
/** Paths that the log redacts: at level trace, libraries log headers, which contain credentials. */
const REDACTED_PATHS = ['headers', '*.headers'];

/** Dependencies of the HTTP side. Each folder declares its own; only this file sees the sum. */
export type HttpDeps = AccountDeps &
  AccountDataDeps &
  AccountExportDeps &
  AdminDeps &
  AuthDeps &
  ConnectionLimits &
  DeliveryDeps &
  DoorDeps &
  FastPathDeps &
  IdempotencyDeps &
  ImageDeps &
  InstallDeps &
  LoadSheddingDeps &
  MetricsDeps &
  ResumableDeps &
  OldAddressDeps &
  AlbumExportDeps &
  ServiceDeps &
  TicketRouteDeps &
  TracingDeps &
  TransportSecurity &
  UploadRouteDeps &
  WebhookRouteDeps & {
    /** Lowest level at which requests for the bytes of images are logged. */
    deliveryLogLevel: string;
  };

/** Builds the HTTP side: the API under /api/v1, and the site with blobs and pages. It does not listen yet. */
export async function createApp(deps: HttpDeps, logger: FastifyBaseLogger): Promise<App> {
  const hsts = strictTransport(deps);
  const metrics = deps.metricsToken === undefined ? undefined : createMetrics(deps);
  const record = createRequestRecord(
    deps.statistics,
    metrics,
    logger,
    deps.deliveryLogLevel,
    createClientIp(deps.trustProxy),
  );
  const app: App = Fastify({
    loggerInstance: logger.child({}, { redact: REDACTED_PATHS }),
    // `record` writes one line for each request, without secrets.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    trustProxy: deps.trustProxy.length === 0 ? false : [...deps.trustProxy],
    bodyLimit: MAX_JSON_BYTES,
    serverFactory: (route) => createHttpServer(deps, record, route, warnOfProxy(logger)),
    genReqId: requestIdOf,
    rewriteUrl: ({ url = '/' }) => url.replace(SLASH_BEHIND_UPLOAD, '$1'),
    routerOptions: { maxParamLength: MAX_URI_LENGTH },
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
    schemaController: { compilersFactory: schemaCompilers },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => answerClientError(error, socket, record),
    frameworkErrors: (error, request, reply) => handleError(deps, error, request, reply),
  }).withTypeProvider<TypeBoxTypeProvider>();

  limitConnections(app.server, deps, logger);
  endStalledReaders(app.server);
  // Without a parser, text/plain is refused with INVALID_CONTENT_TYPE.
  app.removeContentTypeParser('text/plain');
  const answerOldAddress = deps.redirects ? createOldAddresses(deps) : undefined;
  app.setErrorHandler((error, request, reply) => {
    if (answerOldAddress === undefined) return handleError(deps, error, request, reply);
    return answerOldAddress(request, reply, error).then(
      (hasAnswered) => (hasAnswered ? reply : handleError(deps, error, request, reply)),
      (failure) => handleError(deps, failure, request, reply),
    );
  });
  app.setNotFoundHandler(async () => {
    throw new AppError('ENDPOINT_NOT_FOUND');
  });
  // CONNECT names a host instead of a path, and Node.js closes the connection without a listener.
  app.server.on('connect', (_request, socket) => answerClientError(new Error('CONNECT'), socket as Socket, record));
  refuseUnmatched(app);
  receiveBodies(app);
  traceRequests(app, deps);
  app.addHook('onRequest', async (request, reply) => {
    recordRouted(request.raw, {
      route: request.routeOptions.url,
      get caller() {
        return request.caller;
      },
    });
    reply.header('x-request-id', request.id);
    if (hsts !== undefined) reply.header('strict-transport-security', hsts);
    const detail = malformation(request.raw);
    if (detail !== undefined) throw new AppError('INVALID_REQUEST', { detail });
    if ((request.raw.url ?? '').length > MAX_URI_LENGTH) throw new AppError('URI_TOO_LONG');
  });
  // Checked when the response begins: a kept-alive connection would delay the shutdown.
  app.addHook('onSend', async (_request, reply) => {
    if (deps.isDraining()) reply.header('connection', 'close');
  });
  registerLanguageChoice(app, deps);
  registerCompression(app);
  metricsRoute(app, deps, metrics);
  registerIdempotency(app, deps);
  await app.register(multipart);
  await registerOpenApi(app);
  await app.register((api: App) => registerApi(api, deps), { prefix: '/api/v1' });
  await mountDoors(app, deps);
  await app.register(async (site: App) => registerSite(site, deps));
  return app;
}

/** The API below /api/v1. The order of the routes is that of the API description. */
async function registerApi(api: App, deps: HttpDeps): Promise<void> {
  const addMethodFallbacks = collectMethods(api);
  registerTusHeaders(api, deps);
  await registerApiHeaders(api);
  registerLoadShedding(api, deps);
  await registerAuth(api, deps);
  uploadRoute(api, deps);
  uploadBulkRoute(api, deps);
  // A scope of its own: other endpoints do not take the media type of its bodies.
  await api.register(async (scope: App) => resumableRoutes(scope, deps));
  ticketRoutes(api, deps);
  imageRoutes(api, deps);
  deletionRoute(api, deps);
  imageListRoutes(api, deps);
  trashRoutes(api, deps);
  albumRoutes(api, deps);
  reportRoute(api, deps);
  registerRoute(api, deps);
  sessionRoutes(api, deps);
  secondStepRoutes(api, deps);
  oidcRoutes(api, deps);
  passwordRoutes(api, deps);
  verificationRoutes(api, deps);
  accountRoutes(api, deps);
  accountDataRoutes(api, deps);
  accountExportRoutes(api, deps);
  adminExportRoutes(api, deps);
  secondFactorRoutes(api, deps);
  keyRoutes(api, deps);
  webhookRoutes(api, deps);
  usageRoutes(api, deps);
  siteRoutes(api, deps);
  healthRoute(api, deps);
  openApiRoute(api, deps);
  adminReportRoutes(api, deps);
  adminReportedImageRoutes(api, deps);
  adminImageRoutes(api, deps);
  adminImageCaseRoutes(api, deps);
  adminUploaderRoutes(api, deps);
  adminBlockRoutes(api, deps);
  adminNetworkRoutes(api, deps);
  adminQuarantineRoutes(api, deps);
  adminAccountRoutes(api, deps);
  adminTaskRoutes(api, deps);
  adminDecisionRoutes(api, deps);
  adminInvitationRoutes(api, deps);
  adminJobRoutes(api, deps);
  adminStatisticsRoute(api, deps);
  adminAuditRoute(api, deps);
  api.setNotFoundHandler(async () => {
    throw new AppError('ENDPOINT_NOT_FOUND');
  });
  addMethodFallbacks();
}

/** All callers behind a proxy that is not trusted share its address and its limits. */
const warnOfProxy = (logger: FastifyBaseLogger) => (peer: string) =>
  logger.warn({ peer }, 'X-Forwarded-For is ignored; if this peer is your proxy, name it in IMGD_TRUST_PROXY');

/** Images, pages and probes: everything outside the API. */
function registerSite(site: App, deps: HttpDeps): void {
  const addMethodFallbacks = collectMethods(site);
  deliveryRoutes(site, deps);
  viewPageRoute(site, deps);
  acceptForms(site);
  albumPageRoutes(site, deps);
  deletePageRoutes(site, deps);
  reportPageRoutes(site, deps);
  oembedRoute(site, deps);
  landingRoute(site, deps);
  errorsPageRoute(site, deps);
  clientFileRoutes(site, deps);
  uploadPageRoutes(site, deps);
  docsRoute(site, deps);
  if (deps.web !== undefined) webRoutes(site, deps, deps.web);
  installRoutes(site, deps, deps.web);
  assetRoutes(site, deps.web);
  probeRoutes(site, deps);
  addMethodFallbacks();
}
