// Port of the mail server.

export interface Mail {
  to: readonly string[];
  /** Whom an answer reaches; null when the person has no address. */
  replyTo: { name: string; address: string } | null;
  subject: string;
  text: string;
  html: string;
  /** The same for every try of one mail, so that a mail that arrives twice is known as one. */
  id: string;
  /** Where a press ends mails of this kind, without a question and without a sign-in (RFC 8058). */
  unsubscribeUrl?: string;
}

export interface Mailer {
  /**
   * Hands a mail to the mail server; answers those of its recipients that were refused while others were taken.
   * @throws DomainError UNAVAILABLE when it is taken for nobody
   */
  send(mail: Mail): Promise<{ refused: string[] }>;
}
