import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export const CLIENT_ID = 'imgd';
export const CLIENT_SECRET = 'secret-of-the-provider-4821';

/** Somebody whom the provider knows. */
export interface Known {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
}

/** A provider on loopback that signs in whoever is set, without asking. */
export interface OidcServer extends AsyncDisposable {
  issuer: string;
  /** Who is signed in at the provider; undefined = the person turns back. */
  person: Known | undefined;
  /** Says, before anybody comes, where it may send browsers back to. */
  expect(callbackUrl: string): void;
}

/** Starts one. Its address is known before that of the service, which is told it in its settings. */
export async function startOidc(): Promise<OidcServer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state: { person: Known | undefined } = { person: undefined };
  const known = new Map<string, Known>();
  const redirectUris: string[] = [];
  let provider: Provider | undefined;
  const create = () =>
    new Provider(issuer, {
      clients: [
        {
          client_id: CLIENT_ID,
          client_secret: CLIENT_SECRET,
          redirect_uris: redirectUris,
          response_types: ['code'],
          grant_types: ['authorization_code'],
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, interaction) => `/sign-in/${interaction.uid}` },
      cookies: { keys: ['of a test'] },
      findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...known.get(sub), sub }) }),
      // Nobody is asked whether the service may know them.
      async loadExistingGrant({ oidc }) {
        const { client, session, provider: own } = oidc;
        const grant = new own.Grant({ clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (provider === undefined) return response.destroy();
    if (!request.url?.startsWith('/sign-in/')) return provider.callback()(request, response);
    const { person } = state;
    if (person !== undefined) known.set(person.sub, person);
    const result =
      person === undefined
        ? { error: 'access_denied', error_description: 'the person has turned back' }
        : { login: { accountId: person.sub, remember: false } };
    return provider.interactionFinished(request, response, result);
  });
  return Object.assign(state, {
    issuer,
    expect(callbackUrl: string) {
      redirectUris.push(callbackUrl);
      provider = create();
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}

/** What a browser does with addresses and cookies, host by host. */
export function createVisitor() {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (url: string) => {
    const { host } = new URL(url);
    const jar = jars.get(host) ?? new Map<string, string>();
    jars.set(host, jar);
    return jar;
  };
  return {
    cookie: (url: string, name: string) => jarOf(url).get(name),
    setCookie: (url: string, name: string, value: string) => void jarOf(url).set(name, value),
    /** One request, no redirect followed. */
    async get(url: string): Promise<Response> {
      const jar = jarOf(url);
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { accept: 'text/html', ...(cookie === '' ? {} : { cookie }) };
      const response = await fetch(url, { headers, redirect: 'manual' });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === '') jar.delete(name);
        else jar.set(name, value);
      }
      return response;
    },
    /** Follows redirects up to the address that `stops` says. @returns that address, not asked for yet */
    async follow(url: string, stops: (url: string) => boolean): Promise<string> {
      let next = url;
      for (let i = 0; i < 10 && !stops(next); i++) {
        const location = (await this.get(next)).headers.get('location');
        if (location === null) throw new Error(`${next} leads nowhere`);
        next = new URL(location, next).href;
      }
      return next;
    },
  };
}
