/** Reading of files from the reader's disk. */
import * as limits from '../limits/generated.ts';

/** A file with its bytes. */
export interface ReadFile {
  name: string;
  base64: string;
}

/** Together they are more than the server takes at once. */
export class FilesTooLarge extends Error {}

/** The browser cannot read a file: it has been moved, or may not be read. */
export class FileUnreadable extends Error {
  readonly file: string;

  constructor(file: string) {
    super(`${file} could not be read`);
    this.file = file;
  }
}

const readOne = (file: File): Promise<ReadFile> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('error', () => reject(new FileUnreadable(file.name)));
    reader.addEventListener('load', () => {
      const address = String(reader.result);
      resolve({ name: file.name, base64: address.slice(address.indexOf(',') + 1) });
    });
    reader.readAsDataURL(file);
  });

/** @throws FilesTooLarge, before anything is read; FileUnreadable */
export async function readFiles(files: readonly File[]): Promise<ReadFile[]> {
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  if (bytes > limits.importBytes) throw new FilesTooLarge();
  return Promise.all(files.map(readOne));
}
