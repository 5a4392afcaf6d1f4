import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export const CLIENT_ID = 'imgd';
export const CLIENT_SECRET = 'secret-of-the-provider-4821';

/** A user of the provider. */
export interface Known {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  /** How the provider has authenticated the user (RFC 8176). */
  amr?: string[];
}

/** An OpenID Connect provider on loopback that signs in `person` without a form. */
export interface OidcServer extends AsyncDisposable {
  issuer: string;
  /** The user who signs in; undefined: the user cancels. */
  person: Known | undefined;
  /** Registers the redirect URI. Call it before the first request. */
  expect(callbackUrl: string): void;
}

/** Starts a provider before the service, whose settings need its address. */
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
      claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'], profile: ['name'] },
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, interaction) => `/sign-in/${interaction.uid}` },
      cookies: { keys: ['of a test'] },
      findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...known.get(sub), sub }) }),
      // Grants the scopes without a consent form.
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
        ? { error: 'access_denied', error_description: 'the user cancelled' }
        : { login: { accountId: person.sub, remember: false, ...(person.amr && { amr: person.amr }) } };
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

/** A client that keeps cookies per host, as a browser does. */
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
    /** Sends one request without following redirects. */
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
    /** Follows redirects until `stops` accepts the next URL. @returns that URL, not yet requested */
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
