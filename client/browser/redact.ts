/** Takes out of a text what must never stand in a log: codes, tokens, hashes, and what people search for. */

const names =
  'code|state|token|telegramToken|id_token|access_token|refresh_token|hash|auth|password|secret|search|csrf';

const inAddress = new RegExp(`(\\b(?:${names})=)[^&#\\s"'\`)]+`, 'gi');
const inJson = new RegExp(`("(?:${names})"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*"`, 'gi');
const inEscapedJson = new RegExp(
  `(\\\\"(?:${names})\\\\"\\s*:\\s*)\\\\"(?:[^"\\\\]|\\\\[^"])*\\\\"`,
  'gi',
);
const bearer = /(bearer\s+)[\w.~+/=-]+/gi;
/** Three dotted parts of a signed token, wherever they stand. */
const signedToken = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g;

export function redact(text: string): string {
  return text
    .replace(inAddress, '$1[removed]')
    .replace(inJson, '$1"[removed]"')
    .replace(inEscapedJson, '$1\\"[removed]\\"')
    .replace(bearer, '$1[removed]')
    .replace(signedToken, '[removed]');
}
