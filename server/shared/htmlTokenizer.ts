// HTML tokenizer for untrusted pages, with limits, and the encodings that a page declares.
import { TokenizerMode, Token, Tokenizer } from 'parse5';

interface HeadHandler {
  onStartTag: (tag: Token.TagToken) => void;
  onEndTag?: (name: string) => void;
  onText?: (text: string) => void;
}

/** Elements whose content is no markup. */
const rawElements = new Map([
  ['title', TokenizerMode.RCDATA],
  ['textarea', TokenizerMode.RCDATA],
  ['script', TokenizerMode.SCRIPT_DATA],
  ...['style', 'xmp', 'iframe', 'noembed', 'noframes', 'noscript'].map(
    (name) => [name, TokenizerMode.RAWTEXT] as const,
  ),
]);
/** Elements whose titles and links do not belong to the page. */
const skippedElements = new Set(['svg', 'math', 'template']);

/** Tokenizes a page, its head, or the beginning of either. */
export function tokenizeHead(html: string, { onStartTag, onEndTag, onText }: HeadHandler): void {
  const skipped: string[] = [];
  const text = ({ chars }: Token.CharacterToken) => {
    if (skipped.length === 0) onText?.(chars);
  };
  const tokenizer = new BoundedTokenizer(
    { sourceCodeLocationInfo: false },
    {
      onStartTag: (tag) => {
        if (skippedElements.has(tag.tagName) && !tag.selfClosing) skipped.push(tag.tagName);
        // Inside drawings these names are ordinary elements.
        const isForeign = skipped.includes('svg') || skipped.includes('math');
        if (!isForeign) tokenizer.state = rawElements.get(tag.tagName) ?? tokenizer.state;
        if (skipped.length === 0) onStartTag(tag);
      },
      onEndTag: ({ tagName }) => {
        if (skipped.length === 0) onEndTag?.(tagName);
        const at = skipped.lastIndexOf(tagName);
        if (at !== -1) skipped.length = at;
      },
      onCharacter: text,
      onWhitespaceCharacter: text,
      onNullCharacter: () => undefined,
      onComment: () => undefined,
      onDoctype: () => undefined,
      onEof: () => undefined,
    },
  );
  tokenizer.write(html, true);
}

/** Far more than any tag that Loadout reads. */
const maxAttributes = 100;

/**
 * Drops attributes over the limit: parse5 compares each attribute name with all previous ones in the tag, which takes quadratic
 * time.
 */
export class BoundedTokenizer extends Tokenizer {
  protected override _leaveAttrName(): void {
    const tag = this.currentToken as Token.TagToken;
    if (tag.attrs.length < maxAttributes) super._leaveAttrName();
  }
}

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
