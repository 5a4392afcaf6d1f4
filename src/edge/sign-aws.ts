import { createHash, createHmac } from 'node:crypto';

export interface AwsCredentials {
  accessKeyId: string;
  secretAccessKey: string;
}

export interface AwsRequest {
  method: string;
  /** Its path and query are signed as they are: both must be in canonical form. */
  url: string;
  /** With lower-case names; `host` and `x-amz-date` are added. */
  headers: Record<string, string>;
  body: string;
  region: string;
  service: string;
}

/**
 * Header fields that sign a request with AWS Signature Version 4.
 * @returns those given, with `host`, `x-amz-date` and `authorization`
 */
export function signAws(
  { method, url, headers, body, region, service }: AwsRequest,
  { accessKeyId, secretAccessKey }: AwsCredentials,
  nowMs: number,
): Record<string, string> {
  const { host, pathname, searchParams } = new URL(url);
  const time = new Date(nowMs).toISOString().replace(/[-:]|\.\d{3}/g, '');
  const date = time.slice(0, 8);
  const signed: Record<string, string> = { ...headers, host, 'x-amz-date': time };
  const names = Object.keys(signed).sort();
  const query = [...searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  const canonical = [
    method,
    pathname,
    query.join('&'),
    ...names.map((name) => `${name}:${signed[name]?.trim()}`),
    '',
    names.join(';'),
    sha256(body),
  ].join('\n');
  const scope = `${date}/${region}/${service}/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = [date, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  const signature = hmac(key, toSign).toString('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
  return { ...signed, authorization };
}

/** Everything but the unreserved characters of RFC 3986. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
