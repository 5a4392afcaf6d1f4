/** A plain text for one person. */
export interface Mail {
  /** An email address. */
  to: string;
  subject: string;
  text: string;
}

/** Hands a mail over for delivery. @throws when nobody has taken it; it may be sent again then */
export type SendMail = (mail: Mail) => Promise<void>;
