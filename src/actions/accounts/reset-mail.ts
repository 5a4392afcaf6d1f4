import type { Mail } from '../../mail/port.ts';

/** The mail that brings the link to a new password. */
export function resetMail(to: string, link: string): Mail {
  const { host } = new URL(link);
  return {
    to,
    subject: `A new password for ${host}`,
    text: `Hello,

somebody has asked for a new password of your account at ${host}.
If it was you, choose one here within an hour:

${link}

The link works once. If it was not you, there is nothing to do: your
password stays as it is.
`,
  };
}
