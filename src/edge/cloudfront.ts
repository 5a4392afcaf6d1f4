import { randomUUID } from 'node:crypto';
import { type Edge, EdgeError } from './port.ts';
import { edgeRequest, inBatches } from './request.ts';
import { signAws } from './sign-aws.ts';

/** Of six addresses each: below the 3,000 paths that may be under way at once. */
const MOST_IMAGES_A_CALL = 250;

export interface CloudFrontOptions {
  /** Address of the API in place of the usual one. */
  api?: string | undefined;
  distribution: string;
  accessKeyId: string;
  secretAccessKey: string;
  timeoutMs: number;
}

/** Amazon CloudFront: an invalidation by path (`CreateInvalidation`, 2020-05-31). It knows no tags here. */
export function createCloudFrontEdge(options: CloudFrontOptions): Edge {
  const { api = 'https://cloudfront.amazonaws.com', distribution, timeoutMs } = options;
  const url = `${api}/2020-05-31/distribution/${distribution}/invalidation`;

  async function invalidate(paths: readonly string[]): Promise<void> {
    const body = invalidationOf(paths);
    const request = { method: 'POST', url, headers: { 'content-type': 'application/xml' }, body };
    // Signatures are judged by the real time, whatever the clock of the service.
    const headers = signAws({ ...request, region: 'us-east-1', service: 'cloudfront' }, options, Date.now());
    const { text } = await edgeRequest({ ...request, headers, timeoutMs });
    if (!/<Invalidation[\s>]/.test(text)) {
      throw new EdgeError('The edge gave an answer that makes no sense.', text.slice(0, 200));
    }
  }

  return {
    present: true,
    purge: (images) =>
      inBatches(images, MOST_IMAGES_A_CALL, (batch) =>
        invalidate(
          batch.flatMap(({ urls }) =>
            urls.map((address) => {
              const { pathname, search } = new URL(address);
              return pathname + search;
            }),
          ),
        ),
      ),
  };
}

function invalidationOf(paths: readonly string[]): string {
  const items = paths.map((path) => `<Path>${escapeXml(path)}</Path>`).join('');
  // A reference of its own each time: one that was used before would change nothing.
  return `<?xml version="1.0" encoding="UTF-8"?>
<InvalidationBatch xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/"><Paths><Quantity>${paths.length}</Quantity><Items>${items}</Items></Paths><CallerReference>${randomUUID()}</CallerReference></InvalidationBatch>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
