// HTML tokenizer with a limit on attributes per tag, for untrusted pages.
import { Token, Tokenizer } from 'parse5';

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
