// Extraction of the largest PNG from an .ico file.

const headerBytes = 6;
const entryBytes = 16;
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

const isIconFile = (bytes: Buffer): boolean =>
  bytes.length > headerBytes && bytes.readUInt32LE(0) === 0x0001_0000;

/** The largest PNG in an .ico file; other bytes are returned unchanged. */
export function pictureOfIcon(bytes: Buffer): Buffer {
  if (!isIconFile(bytes)) return bytes;
  const count = Math.min(
    bytes.readUInt16LE(4),
    Math.floor((bytes.length - headerBytes) / entryBytes),
  );
  const files = Array.from({ length: count }, (_, at) => {
    const entry = headerBytes + at * entryBytes;
    const start = bytes.readUInt32LE(entry + 12);
    return bytes.subarray(start, start + bytes.readUInt32LE(entry + 8));
  });
  const [largest] = files
    .filter((file) => file.subarray(0, png.length).equals(png))
    .toSorted((a, b) => b.length - a.length);
  return largest ?? bytes;
}
