// Recognition of pasted addresses in search texts.
import { isHttpAddress } from '../pageAddresses/normaliseAddress.ts';

/** Addresses with or without a scheme: suno.com/create, but neither 1.5 nor "node js". */
const addressPattern =
  /^(?:https?:\/\/\S+|(?:[\p{L}\p{N}-]+\.)+(?:\p{L}{2,}|xn--[a-z\d-]+)(?:[/?#:]\S*)?)$/iu;
/** Quotes, brackets and punctuation around an address. */
const surroundingSigns = /^[\s<("'«“]+|(?<![\s>)"'»”.,;!])[\s>)"'»”.,;!]+$/gu;

const trimSigns = (text: string): string => text.replace(surroundingSigns, '');

/** The address in a text that contains only it and punctuation; null for any other text. */
export function parseAddress(text: string): string | null {
  const address = trimSigns(text);
  if (!addressPattern.test(address)) return null;
  const whole = /^https?:/i.test(address) ? address : `https://${address}`;
  return isHttpAddress(whole) ? whole : null;
}

/** True when an address may also be a name: Copy.ai, but not copy.ai/blog. */
export const mayBeName = (text: string): boolean => !/[/?#:]/.test(trimSigns(text));
