import type { Plans } from '../../core/plans.ts';
import type { App } from '../routing/app-type.ts';

/** Path of the endpoint of resumable uploads. */
export const UPLOADS_PATH = '/api/v1/uploads';
export const TUS_VERSION = '1.0.0';
export const TUS_EXTENSIONS = ['creation', 'creation-with-upload', 'termination', 'expiration', 'checksum'] as const;
export const CHECKSUM_ALGORITHMS = ['sha1', 'sha256', 'sha512', 'md5'] as const;

/** Request headers of the protocol, and response headers that pages of other origins may read. */
export const TUS_CORS = {
  allowed: ['Tus-Resumable', 'Upload-Length', 'Upload-Metadata', 'Upload-Offset', 'Upload-Checksum'],
  exposed: [
    'Location',
    'Tus-Resumable',
    'Tus-Version',
    'Tus-Extension',
    'Tus-Max-Size',
    'Tus-Checksum-Algorithm',
    'Upload-Offset',
    'Upload-Length',
    'Upload-Metadata',
    'Upload-Expires',
    'Image-Id',
    'Image-Url',
    'Image-Delete-Token',
  ],
};

/** Whether a request is one of the protocol. */
export const isTusPath = (url: string) => url.startsWith(UPLOADS_PATH);

/**
 * Sets the header fields that every answer of the protocol has. The size of OPTIONS is that of the anonymous plan, since a
 * preflight has no credential; the answer to a creation has that of the caller.
 */
export function registerTusHeaders(api: App, { plans }: { plans: Plans }): void {
  api.addHook('onRequest', async ({ url, method }, reply) => {
    if (!isTusPath(url)) return;
    reply.headers({ 'tus-resumable': TUS_VERSION, 'tus-version': TUS_VERSION });
    if (method !== 'OPTIONS') return;
    reply.headers({
      'tus-extension': TUS_EXTENSIONS.join(','),
      'tus-max-size': String(plans.anonymous.maxFileBytes),
      'tus-checksum-algorithm': CHECKSUM_ALGORITHMS.join(','),
    });
  });
}
