import { anyText } from '../lib/env.ts';

export const mailSettings = {
  smtpUrl: {
    name: 'IMGD_SMTP_URL',
    default: undefined,
    parse: smtpUrl,
    meaning:
      'Mail server for password resets, such as `smtp://user:password@mail.example.org:587` (`smtps:` = TLS from the start); without one the command line makes reset links.',
    secret: true,
  },
  smtpFrom: {
    name: 'IMGD_SMTP_FROM',
    default: undefined,
    parse: anyText,
    meaning: 'Sender of mails. Default: `imgd@` and the host of `IMGD_BASE_URL`.',
  },
};

function smtpUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^smtps?:$/.test(url.protocol) || url.hostname === '') {
    throw new Error('must be an address such as smtp://mail.example.org:587 or smtps://user:password@mail.example.org');
  }
  return text;
}
