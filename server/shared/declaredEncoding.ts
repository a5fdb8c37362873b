// Encodings that an HTML page or file names itself: XML declaration and meta tags.
import { Token } from 'parse5';
import { tokenizeHead } from './headTokenizer.ts';

/** Some pages declare their encoding late, after comments and scripts. */
const headBytes = 100_000;

const xmlDeclaration = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"'>]+)/i;

/** The declared labels in order of precedence: the first tag with one, then the XML declaration. */
export function declaredEncodings(bytes: Uint8Array): string[] {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, headBytes));
  const labels: string[] = [];
  tokenizeHead(head, {
    onStartTag: (tag) => {
      if (tag.tagName !== 'meta' || labels.length > 0) return;
      const isContentType =
        Token.getTokenAttr(tag, 'http-equiv')?.trim().toLowerCase() === 'content-type';
      const content = isContentType ? (Token.getTokenAttr(tag, 'content') ?? '') : '';
      const label = Token.getTokenAttr(tag, 'charset') ?? encodingOfContentType(content);
      if (label) labels.push(label);
    },
  });
  const [, label] = xmlDeclaration.exec(head) ?? [];
  return label ? [...labels, label] : labels;
}

/** The encoding that a media type names; null without one. */
export function encodingOfContentType(contentType: string): string | null {
  return /charset\s*=\s*["']?\s*([^\s"';,]+)/i.exec(contentType)?.[1] ?? null;
}
