// HTML layout of mails; texts of people are escaped.

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
