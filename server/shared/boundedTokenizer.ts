// HTML tokenizer with a limit on attributes per tag, for untrusted pages.
import { Token, Tokenizer } from 'parse5';

/** No tag that we read has nearly as many. */
const maxAttributes = 100;

/**
 * The tokenizer of parse5 compares the name of each attribute with those before it in the tag, which takes the square of their
 * number. Here those past the first hundred are left out.
 */
export class BoundedTokenizer extends Tokenizer {
  protected override _leaveAttrName(): void {
    const tag = this.currentToken as Token.TagToken;
    if (tag.attrs.length < maxAttributes) super._leaveAttrName();
  }
}
