import { anyText } from '../lib/setting-parsers.ts';
import type { SendMail } from './port.ts';

const CONNECT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 15_000;

/**
 * Sends mail over SMTP (RFC 5321), with TLS. Mails contain links that open accounts, so a server that does not offer
 * STARTTLS gets neither the password nor a mail, unless it is on this machine or the URL says `?tls=optional`.
 * @param url `smtp://` or `smtps://`, with user name and password if the server requires them
 * @param from the sender
 */
export function createSmtpMailer(url: string, from: () => string): SendMail {
  const server = new URL(url);
  const requireTLS = requiresTls(server);
  server.search = '';
  return async ({ to, subject, text }) => {
    // Loaded on demand: most services never send a mail.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      url: server.href,
      requireTLS,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    try {
      // An object is never parsed as a list of addresses.
      const recipient = { name: '', address: to };
      // Suppresses automatic replies (RFC 3834, section 5).
      const headers = { 'auto-submitted': 'auto-generated' };
      await transport.sendMail({ from: from(), to: recipient, subject, text, headers });
    } finally {
      transport.close();
    }
  };
}

const TLS_RULES = ['required', 'optional'];
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

function requiresTls({ searchParams, hostname }: URL): boolean {
  const rule = searchParams.get('tls') ?? (LOOPBACK.test(hostname) ? 'optional' : 'required');
  return rule === 'required';
}

export const mailSettings = {
  smtpUrl: {
    name: 'IMGD_SMTP_URL',
    default: undefined,
    parse: smtpUrl,
    meaning:
      'Mail server for password resets, verification of addresses and notices of changes, such as `smtp://user:password@mail.example.org:587` (`smtps:` = TLS from the start). A server on another machine must offer STARTTLS; `?tls=optional` at the end of the address also allows mail in the clear. Without one, reset links come from the command line and addresses stay unverified.',
    secret: true,
  },
  smtpFrom: {
    name: 'IMGD_SMTP_FROM',
    default: undefined,
    parse: anyText,
    meaning: 'Sender of mails. Default: `imgd@` with the host of `IMGD_BASE_URL`.',
  },
};

function smtpUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const rules = [...(url?.searchParams ?? [])];
  const isKnown = rules.every(([name, rule]) => name === 'tls' && TLS_RULES.includes(rule));
  if (url === undefined || !/^smtps?:$/.test(url.protocol) || url.hostname === '' || !isKnown) {
    throw new Error('must be an address such as smtp://mail.example.org:587 or smtps://user:password@mail.example.org');
  }
  return text;
}
