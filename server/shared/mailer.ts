// Port of the mail server.

export interface Mail {
  to: readonly string[];
  /** Recipient of replies; null when the person has no address. */
  replyTo: { name: string; address: string } | null;
  subject: string;
  text: string;
  html: string;
  /** Equal in every attempt to send a mail, so that duplicates are recognised. */
  id: string;
  /** URL that unsubscribes from mails of this kind by one POST, without a sign-in (RFC 8058). */
  unsubscribeUrl?: string;
}

export interface Mailer {
  /**
   * Sends a mail; returns the recipients that were refused while others were accepted.
   * @throws DomainError UNAVAILABLE when no recipient was accepted
   */
  send(mail: Mail): Promise<{ refused: string[] }>;
}
