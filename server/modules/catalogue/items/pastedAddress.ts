// Texts of the search that are addresses, as people paste them. Pure.
import { getHost, isHttpAddress } from '../pageAddresses/normaliseAddress.ts';

/** With `https://` or without: suno.com/create, but neither 1.5 nor "node js". */
const pasted =
  /^(?:https?:\/\/\S+|(?:[\p{L}\p{N}-]+\.)+(?:\p{L}{2,}|xn--[a-z\d-]+)(?:[/?#:]\S*)?)$/iu;
/** What stands around an address in a sentence. */
const around = /^[\s<("'«“]+|(?<![\s>)"'»”.,;!])[\s>)"'»”.,;!]+$/gu;

const written = (text: string): string => text.replace(around, '');

/** The address that a text is, with nothing beside but quotes, brackets and full stops; null for any other text. */
export function addressOf(text: string): string | null {
  const address = written(text);
  if (!pasted.test(address)) return null;
  const whole = /^https?:/i.test(address) ? address : `https://${address}`;
  return isHttpAddress(whole) ? whole : null;
}

/** Whether an address may as well be a name, which the words find: Copy.ai, but not copy.ai/blog. */
export const mayBeName = (text: string): boolean => !/[/?#:]/.test(written(text));

/** What is counted of a text that found nothing surely: of an address its host alone, the rest may be a secret of who pasted it. */
export function wishedText(text: string): string {
  const address = addressOf(text);
  return address === null ? text : getHost(address);
}
