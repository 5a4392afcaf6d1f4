import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const ROLE = 'arn:aws:iam::123456789012:role/imgd';
const TOKEN = 'token-of-the-container';

/** The credentials endpoint that ECS and EKS give to a container, and a security token service (STS). */
export interface ContainerRole extends AsyncDisposable {
  /** For the environment of the container. */
  env: Record<string, string>;
  /** The same for a web identity, which the security token service exchanges. */
  webIdentityEnv: Record<string, string>;
  /** Answers until it is replaced; undefined = 500. */
  key: { id: string; secret: string; expiresAt: Date } | undefined;
  /** Access keys that were handed out. */
  given: string[];
  /** Requests without the token of the file. */
  refused: number;
}

/** @param dir for the file with the token */
export async function startContainerRole(dir: string): Promise<ContainerRole> {
  const tokenFile = join(dir, 'token');
  writeFileSync(tokenFile, TOKEN);
  const role = { key: undefined as ContainerRole['key'], given: [] as string[], refused: 0 };
  const server = createServer(async (request, response) => {
    const { key } = role;
    const form = new URLSearchParams(await text(request));
    const isExchange = form.get('Action') === 'AssumeRoleWithWebIdentity' && form.get('RoleArn') === ROLE;
    if ((isExchange ? form.get('WebIdentityToken') : request.headers.authorization) !== TOKEN) {
      role.refused++;
      response.writeHead(401).end();
    } else if (key === undefined) response.writeHead(500).end();
    else {
      role.given.push(key.id);
      if (isExchange) return void response.setHeader('content-type', 'text/xml').end(exchanged(key));
      response.setHeader('content-type', 'application/json');
      const { id: AccessKeyId, secret: SecretAccessKey, expiresAt } = key;
      response.end(JSON.stringify({ AccessKeyId, SecretAccessKey, Token: '', Expiration: expiresAt.toISOString() }));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(role, {
    env: {
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `http://127.0.0.1:${port}/v2/credentials`,
      AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: tokenFile,
    },
    webIdentityEnv: {
      AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile,
      AWS_ROLE_ARN: ROLE,
      AWS_ENDPOINT_URL_STS: `http://127.0.0.1:${port}`,
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

/** The response of AssumeRoleWithWebIdentity. */
function exchanged({ id, secret, expiresAt }: NonNullable<ContainerRole['key']>): string {
  const members = { AccessKeyId: id, SecretAccessKey: secret, SessionToken: '', Expiration: expiresAt.toISOString() };
  const credentials = Object.entries(members).map(([name, value]) => `<${name}>${value}</${name}>`);
  return [
    '<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">',
    `<AssumeRoleWithWebIdentityResult><Credentials>${credentials.join('')}</Credentials></AssumeRoleWithWebIdentityResult>`,
    '</AssumeRoleWithWebIdentityResponse>',
  ].join('');
}
