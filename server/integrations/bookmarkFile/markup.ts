// Shared parts of tag-based formats: rows from a stream of tokens, and flags of a tag.
import { Token, type Tokenizer } from 'parse5';
import { BoundedTokenizer } from '../../shared/htmlTokenizer.ts';
import { isMarkedPrivate } from './marks.ts';
import type { RawRow } from './rawRow.ts';

export type TokenHandler = ConstructorParameters<typeof Tokenizer>[1];

/** Characters per chunk, each at most a microsecond. Much smaller chunks are slower, since the rest is copied for each. */
const chunkLength = 16_384;

/**
 * The rows that a handler adds to `found`, in the order of the text. Null after each chunk lets other work run, even when the chunk
 * has no row.
 */
export function* rowsOfTokens(
  text: string,
  found: RawRow[],
  handler: TokenHandler,
  isXml = false,
): Generator<RawRow | null> {
  const tokenizer = new BoundedTokenizer({ sourceCodeLocationInfo: true }, handler);
  // CDATA sections are text in XML only.
  tokenizer.inForeignNode = isXml;
  for (let at = 0; at < text.length; at += chunkLength) {
    tokenizer.write(text.slice(at, at + chunkLength), at + chunkLength >= text.length);
    yield* found.splice(0);
    yield null;
  }
}

export const attributesOf = (tag: Token.TagToken) => (name: string) =>
  Token.getTokenAttr(tag, name) ?? '';

const privateNames = ['private', 'is_private', 'data-private', 'secret'];

/** True for a bookmark or folder marked as private, also by an attribute without a value. */
export function isPrivateTag(tag: Token.TagToken): boolean {
  const attribute = attributesOf(tag);
  return (
    privateNames.some((name) => Token.getTokenAttr(tag, name) === '') ||
    isMarkedPrivate({
      private: privateNames.map(attribute).find((value) => value !== '') ?? '',
      public: attribute('public') || attribute('shared'),
      visibility: attribute('visibility'),
    })
  );
}
