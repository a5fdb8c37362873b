/** Files from the reader's disk, checked before they are sent, and texts to save there. */
import i18next from 'i18next';
import * as limits from '../limits/generated.ts';

/** A file that cannot be sent; the message is in the reader's language. */
export class FileProblem extends Error {}

const isReadable = (file: File): Promise<boolean> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('error', () => resolve(false));
    reader.addEventListener('load', () => resolve(true));
    reader.readAsArrayBuffer(file.slice(0, 1));
  });

/** @throws FileProblem for files that are too large together, or that the browser cannot read: moved, or not permitted */
export async function checkFiles(files: readonly File[]): Promise<void> {
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  if (bytes > limits.importBytes) {
    const limit = limits.importBytes / 1_000_000;
    throw new FileProblem(i18next.t('dashboard:upload.tooLarge', { limit }));
  }
  for (const file of files) {
    if (!(await isReadable(file)))
      throw new FileProblem(i18next.t('dashboard:upload.unreadable', { file: file.name }));
  }
}

/** Download of a text as a file. */
export function downloadText(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
