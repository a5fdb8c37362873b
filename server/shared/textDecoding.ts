// Decoding of bytes by the name of an encoding: web encodings, and DOS code pages that spreadsheets still write.
import iconv from 'iconv-lite';
import { errorCode } from './errorCode.ts';

const dosLabel = /^(?:cp|ibm|dos|oem)?[-_ ]?(437|737|775|85[02578]|86[0-5]|869)$/i;
const windowsLabel = /^(?:win|windows|ansi|ms|cp)[-_ ]?(125[0-8])$/i;

/** The name of a label's encoding, such as `ibm850` for CP850; null for an unknown label. */
export function knownEncoding(label: string): string | null {
  const [, page] = dosLabel.exec(label.trim()) ?? [];
  if (page !== undefined) return `ibm${page}`;
  try {
    return new TextDecoder(label.trim().replace(windowsLabel, 'windows-$1')).encoding;
  } catch {
    return null;
  }
}

const isOfDos = (encoding: string): boolean => dosLabel.test(encoding);

/** @param encoding a result of `knownEncoding` */
export const decodeAs = (encoding: string, bytes: Uint8Array): string =>
  isOfDos(encoding) ? iconv.decode(bytes, encoding) : new TextDecoder(encoding).decode(bytes);

/** True when all bytes are valid in the encoding. @param encoding a result of `knownEncoding` */
export function isWholly(encoding: string, bytes: Uint8Array): boolean {
  if (isOfDos(encoding)) return true;
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch (error) {
    if (errorCode(error) !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
    return false;
  }
}
