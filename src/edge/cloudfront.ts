import { createHash, createHmac, type Hash, type Hmac, randomUUID } from 'node:crypto';
import type { EdgeCopies } from '../core/links.ts';
import type { Edge } from './port.ts';
import { edgeRequest, inBatches, unexpectedResponse } from './request.ts';

/** Of one call. Some calls together stay below the 3,000 paths that may be in progress at once. */
const MAX_PATHS = 1_500;

interface AwsCredentials {
  accessKeyId: string;
  secretAccessKey: string;
}

export interface CloudFrontOptions extends AwsCredentials {
  /** Address of the API; undefined = that of AWS. */
  api?: string | undefined;
  distribution: string;
  timeoutMs: number;
}

/** Amazon CloudFront: invalidation by path (`CreateInvalidation`, 2020-05-31). It has no invalidation by tag. */
export function createCloudFrontEdge(options: CloudFrontOptions): Edge {
  const { api = 'https://cloudfront.amazonaws.com', distribution, timeoutMs } = options;
  const url = `${api}/2020-05-31/distribution/${distribution}/invalidation`;

  async function invalidate(paths: readonly string[]): Promise<void> {
    const body = invalidationOf(paths);
    const request = { method: 'POST', url, headers: { 'content-type': 'application/xml' }, body };
    // AWS compares the signature with the real time, so the injected clock is not used.
    const headers = await signAws({ ...request, region: 'us-east-1', service: 'cloudfront' }, options, Date.now());
    const { text } = await edgeRequest({ ...request, headers, timeoutMs });
    if (!/<Invalidation[\s>]/.test(text)) throw unexpectedResponse(text);
  }

  return {
    present: true,
    purge: (images) =>
      inBatches(images, batchSize(images), (batch) =>
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

/** Images of a call, by the one with the most paths. */
function batchSize(images: readonly EdgeCopies[]): number {
  const most = Math.max(1, ...images.map(({ urls }) => urls.length));
  return Math.max(1, Math.floor(MAX_PATHS / most));
}

function invalidationOf(paths: readonly string[]): string {
  const items = paths.map((path) => `<Path>${escapeXml(path)}</Path>`).join('');
  // CloudFront ignores a caller reference that it has seen before, so each call has a new one.
  return `<?xml version="1.0" encoding="UTF-8"?>
<InvalidationBatch xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/"><Paths><Quantity>${paths.length}</Quantity><Items>${items}</Items></Paths><CallerReference>${randomUUID()}</CallerReference></InvalidationBatch>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

interface AwsRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
  region: string;
  service: string;
}

/** The header fields of a request, signed with AWS Signature Version 4. */
export async function signAws(
  { method, url, headers, body, region, service }: AwsRequest,
  credentials: AwsCredentials,
  nowMs: number,
): Promise<Record<string, string>> {
  const { SignatureV4 } = await import('@smithy/signature-v4');
  const { protocol, host, hostname, pathname, searchParams } = new URL(url);
  const signer = new SignatureV4({ credentials, region, service, sha256: Sha256, applyChecksum: false });
  const query = Object.fromEntries(searchParams);
  const request = { method, protocol, hostname, path: pathname, query, headers: { ...headers, host }, body };
  return (await signer.sign(request, { signingDate: new Date(nowMs) })).headers;
}

type SourceData = string | ArrayBuffer | ArrayBufferView;

/** SHA-256, or HMAC-SHA-256 with a key, in the interface that the signer expects. */
class Sha256 {
  #hash: Hash | Hmac;
  constructor(key?: SourceData) {
    this.#hash = key === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(key));
  }
  update(data: SourceData): void {
    this.#hash.update(bytesOf(data));
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
}

function bytesOf(data: SourceData): string | Uint8Array {
  if (typeof data === 'string') return data;
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
}
