import type { Mail } from './port.ts';

/** A change of an account that a mail tells its owner. */
export type NoticeKind =
  | 'password_changed'
  | 'password_reset'
  | 'email_change_requested'
  | 'email_changed'
  | 'provider_linked'
  | 'key_created'
  | 'key_rotated'
  | 'key_changed'
  | 'key_revoked'
  | 'second_factor_added'
  | 'second_factor_removed'
  | 'recovery_codes_replaced'
  | 'recovery_code_used'
  | 'webhook_disabled'
  | 'account_approved';

/** A notice, as the job that mails it stores it. It contains no secret and no text of a caller. */
export interface Notice {
  kind: NoticeKind;
  /** The address that the account had when the change was made. */
  to: string;
  /** Unix milliseconds. */
  at: number;
  /** The network address of the caller; null = a command of the operator. */
  from: string | null;
  /** Identifies what was changed, such as `imgd_P0Ctd…707q`. */
  detail?: string;
  /** Whether the limit of notices is reached with this one. */
  isLast?: boolean;
}

/** The subject of each kind, and a sentence about the account. */
const TEXTS: Record<NoticeKind, readonly [subject: string, sentence: string]> = {
  password_changed: ['Your password was changed', 'the password was changed'],
  password_reset: [
    'Your password was reset',
    'the password was set with a reset link; all API keys and sessions have ended',
  ],
  email_change_requested: [
    'A new email address was requested',
    'a new email address was entered; it replaces this one as soon as it is confirmed',
  ],
  email_changed: [
    'Your email address was changed',
    'the email address was changed; this address no longer belongs to the account',
  ],
  provider_linked: [
    'Your account was linked to a sign-in provider',
    'the owner of this address signed in with a provider; the earlier password, API keys and sessions have ended',
  ],
  key_created: ['An API key was created', 'an API key was created'],
  key_rotated: ['An API key was replaced', 'an API key was replaced by a new one'],
  key_changed: ['An API key was changed', 'an API key was changed'],
  key_revoked: ['An API key was revoked', 'an API key was revoked'],
  second_factor_added: ['A second factor was added', 'a second factor for signing in was added'],
  second_factor_removed: ['A second factor was removed', 'a second factor for signing in was removed'],
  recovery_codes_replaced: ['Your recovery codes were replaced', 'the earlier recovery codes no longer work'],
  recovery_code_used: ['A recovery code was used', 'a recovery code was used to sign in'],
  webhook_disabled: [
    'A webhook was disabled',
    'a webhook was disabled, because its receiver failed for days or answered that it is gone',
  ],
  account_approved: ['Your account is approved', 'an administrator has approved the account: you can use it now'],
};

/** What the owner does next, after a change that was not made in the account. */
const NEXT_STEPS: Partial<Record<NoticeKind, readonly [sentence: string, path: string]>> = {
  webhook_disabled: ['Enable it again when the receiver works:', '/account?tab=keys'],
  account_approved: ['Sign in and upload:', '/'],
};

/** The mail of a notice: plain text with the time and the caller. @param baseUrl the public address of the service */
export function noticeMail({ kind, to, at, from, detail, isLast = false }: Notice, baseUrl: string): Mail {
  const { host } = new URL(baseUrl);
  const [subject, sentence] = TEXTS[kind];
  const next = NEXT_STEPS[kind];
  const remedy =
    kind === 'email_changed'
      ? `If it was not you, write to the operator of ${host}.`
      : `If it was not you, set a new password. That ends all API keys and sessions:\n\n${baseUrl}/forgot`;
  const facts = [
    ...(detail === undefined ? [] : [`Which: ${detail}`]),
    `When:  ${new Date(at).toISOString().slice(0, 19)}Z`,
    ...(next === undefined ? [`From:  ${from ?? 'the operator of the server'}`] : []),
  ];
  return {
    to,
    subject: `${subject} (${host})`,
    text: `Hello,

in your account at ${host}
${sentence}.

${facts.join('\n')}

${next === undefined ? `If this was you, there is nothing to do.\n${remedy}` : `${next[0]}\n\n${baseUrl}${next[1]}`}
${isLast ? '\nFurther changes of today are not mailed.\n' : ''}`,
  };
}
