// Text in an encoding other than UTF-8, the reverse of decodeText.
import iconv from 'iconv-lite';

const names: Record<string, string> = { 'x-mac-cyrillic': 'maccyrillic' };

/** @param encoding name as returned by decodeText @throws when the encoding lacks a character */
export function encodeAs(encoding: string, text: string): Buffer {
  const name = names[encoding] ?? encoding;
  const bytes = iconv.encode(text, name);
  if (iconv.decode(bytes, name, { stripBOM: false }) !== text)
    throw new Error(`${encoding} has not all of ${text}`);
  return bytes;
}
