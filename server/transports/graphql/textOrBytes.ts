// Uploaded file given as upload, text or base64.

const base64Form = /^[A-Za-z0-9+/]*={0,2}$/;

interface GivenFile {
  file?: Uint8Array | null | undefined;
  text?: string | null | undefined;
  base64?: string | null | undefined;
}

/** The given file, text or bytes; null unless exactly one is given and valid. */
export function textOrBytes({ file, text, base64 }: GivenFile): string | Uint8Array | null {
  const given = [file, text, base64].filter((one) => one !== null && one !== undefined);
  if (given.length !== 1) return null;
  if (file) return file;
  if (typeof text === 'string') return text;
  const letters = base64?.replaceAll(/\s+/g, '') ?? '';
  return base64Form.test(letters) ? Buffer.from(letters, 'base64') : null;
}
