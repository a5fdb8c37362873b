/**
 * The backend that i18next asks. The words of a first visit come with the page, so what reads
 * further files is loaded only when the first of them is asked for.
 */
import type { BackendModule, ReadCallback, Services } from 'i18next';
import type { TranslationFiles } from './translationFiles.ts';

export function createTranslationBackend(build: string): BackendModule {
  let services: Services;
  let files: Promise<TranslationFiles> | null = null;
  const open = () =>
    import('./translationFiles.ts').then((part) => part.openTranslationFiles(services, build));
  return {
    type: 'backend',
    init(given) {
      services = given;
    },
    read(language: string, namespace: string, callback: ReadCallback) {
      files ??= open();
      files.then(
        (opened) => opened.read(language, namespace, callback),
        (failure: unknown) => {
          files = null;
          callback(failure instanceof Error ? failure : String(failure), false);
        },
      );
    },
  };
}
