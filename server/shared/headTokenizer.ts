// Tokenizer of HTML pages and their heads: visible tags and text, without scripts, comments, templates and drawings.
import { TokenizerMode, type Token } from 'parse5';
import { BoundedTokenizer } from './boundedTokenizer.ts';

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
