// Uploaded file as text or as base64 bytes.

const base64Form = /^[A-Za-z0-9+/]*={0,2}$/;

/** What is handed over; null unless it is just one of the two, in a form that can be read. */
export function textOrBytes({
  text,
  base64,
}: {
  text?: string | null | undefined;
  base64?: string | null | undefined;
}): string | Uint8Array | null {
  if (typeof text === 'string') return base64 ? null : text;
  if (typeof base64 !== 'string') return null;
  const letters = base64.replaceAll(/\s+/g, '');
  return base64Form.test(letters) ? Buffer.from(letters, 'base64') : null;
}
