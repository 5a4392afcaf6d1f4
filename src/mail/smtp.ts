import type { SendMail } from './port.ts';

const CONNECT_MS = 10_000;
const SILENT_MS = 15_000;

/**
 * Sends mail over SMTP (RFC 5321), encrypted wherever the server offers it.
 * @param url `smtp://` or `smtps://`, with user name and password where the server wants them
 * @param from the sender
 */
export function createSmtpMailer(url: string, from: () => string): SendMail {
  return async ({ to, subject, text }) => {
    // Most services never send a mail, and start without this.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      url,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    try {
      // As an object the address is one address, whatever it holds.
      const recipient = { name: '', address: to };
      // No answering machine is to answer (RFC 3834, section 5).
      const headers = { 'auto-submitted': 'auto-generated' };
      await transport.sendMail({ from: from(), to: recipient, subject, text, headers });
    } finally {
      transport.close();
    }
  };
}
