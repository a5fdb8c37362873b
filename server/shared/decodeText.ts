// Text decoding of files: UTF-8, UTF-16 or Windows-1251.

const decodeAs = (encoding: string, bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

/** An export begins with a header or a tag, in letters whose other half is empty in UTF-16. */
const looked = 16;

function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const start = [...bytes.subarray(0, looked)];
  const isEmpty = (half: number) =>
    start.length === looked && start.every((byte, at) => (byte === 0) === (at % 2 === half));
  if (isEmpty(1)) return 'utf-16le';
  return isEmpty(0) ? 'utf-16be' : null;
}

const isControl = (byte: number): boolean => byte < 0x20 && ![9, 10, 12, 13].includes(byte);

/** Whether nearly everything past ASCII is a Russian letter where the bytes are taken as Windows-1251. */
function looksLike1251(bytes: Uint8Array): boolean {
  let high = 0;
  let letters = 0;
  for (const byte of bytes) {
    if (isControl(byte)) return false;
    if (byte < 0x80) continue;
    high += 1;
    if (byte >= 0xc0 || byte === 0xa8 || byte === 0xb8) letters += 1;
  }
  return high > 0 && letters / high > 0.7;
}

/** The text; null for what is none in an encoding that we know. */
export function decodeText(bytes: Uint8Array): string | null {
  const utf16 = utf16Of(bytes);
  if (utf16) return decodeAs(utf16, bytes);
  const text = decodeAs('utf-8', bytes);
  if (text !== null) return text;
  return looksLike1251(bytes) ? decodeAs('windows-1251', bytes) : null;
}
