import { anyText } from '../lib/env.ts';
import type { SendMail } from './port.ts';

const CONNECT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 15_000;

/**
 * Sends mail over SMTP (RFC 5321), with TLS if the server offers it.
 * @param url `smtp://` or `smtps://`, with user name and password if the server requires them
 * @param from the sender
 */
export function createSmtpMailer(url: string, from: () => string): SendMail {
  return async ({ to, subject, text }) => {
    // Loaded on demand: most services never send a mail.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      url,
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

export const mailSettings = {
  smtpUrl: {
    name: 'IMGD_SMTP_URL',
    default: undefined,
    parse: smtpUrl,
    meaning:
      'Mail server for password resets, such as `smtp://user:password@mail.example.org:587` (`smtps:` = TLS from the start). Without one, reset links come from the command line.',
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
  if (url === undefined || !/^smtps?:$/.test(url.protocol) || url.hostname === '') {
    throw new Error('must be an address such as smtp://mail.example.org:587 or smtps://user:password@mail.example.org');
  }
  return text;
}
