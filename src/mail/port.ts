/** A plain-text mail to one recipient. */
export interface Mail {
  /** An e-mail address. */
  to: string;
  subject: string;
  text: string;
}

/** Hands a mail over for delivery. @throws when no server accepts it; a retry is safe then */
export type SendMail = (mail: Mail) => Promise<void>;
