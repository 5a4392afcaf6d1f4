import { GetObjectCommand, HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { LinkOptions } from './port.ts';

/** A request as the SDK has built it. */
interface BuiltRequest {
  protocol: string;
  hostname: string;
  port?: number;
  path: string;
  query: Record<string, string | string[]>;
  headers: Record<string, string>;
}

interface Presigner {
  presign(request: BuiltRequest, options: { expiresIn: number }): Promise<BuiltRequest>;
}

/**
 * An address under which one request for an object succeeds without credentials for a while: a signature in the query
 * (AWS Signature Version 4). Nothing is sent.
 * @param client of the endpoint that those reach who get the address
 */
export async function s3LinkOf(client: S3Client, Bucket: string, Key: string, options: LinkOptions): Promise<string> {
  const { method, seconds, contentType, contentDisposition, cacheControl } = options;
  const input = {
    Bucket,
    Key,
    ResponseContentType: contentType,
    ResponseContentDisposition: contentDisposition,
    ResponseCacheControl: cacheControl,
  };
  const command = (method === 'HEAD' ? new HeadObjectCommand(input) : new GetObjectCommand(input)) as GetObjectCommand;
  let link: string | undefined;
  // The SDK builds the request, and is stopped before it sends it.
  command.middlewareStack.add(
    (_next, context) => async (args) => {
      const request = args.request as BuiltRequest;
      request.headers = { host: request.headers.host ?? request.hostname, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' };
      const signer = await client.config.signer(context.endpointV2?.properties?.authSchemes?.[0]);
      link = addressOf(await (signer as unknown as Presigner).presign(request, { expiresIn: seconds }));
      return { response: {}, output: { $metadata: {} } };
    },
    { step: 'finalizeRequest', priority: 'high' },
  );
  await client.send(command);
  if (link === undefined) throw new Error('the request was not built');
  return link;
}

function addressOf({ protocol, hostname, port, path, query }: BuiltRequest): string {
  const fields = Object.entries(query).map(([name, value]) => `${escaped(name)}=${escaped(String(value))}`);
  return `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}?${fields.join('&')}`;
}

/** As signatures want it: everything but the unreserved characters of RFC 3986. */
function escaped(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}
