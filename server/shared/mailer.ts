// Port of the mail transport, and the HTML page of a mail.
const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

/** A mail of parts, usually one per language, with separators between them. */
export const mailPage = (parts: readonly string[]): string =>
  [
    '<!doctype html>',
    '<html><head><meta charset="utf-8"></head>',
    '<body style="font-family:system-ui,sans-serif;font-size:15px;line-height:1.5;color:#1d1f27">',
    parts.join('\n<hr style="border:0;border-top:1px solid #d5d7de;margin:24px 0">\n'),
    '</body></html>',
  ].join('\n');

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
