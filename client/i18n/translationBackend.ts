/**
 * The backend that i18next asks. The words of a first visit come with the page, so what reads
 * further files is loaded only when the first of them is asked for. Words that do not come are
 * stood in for by those of the other language.
 */
import i18next, {
  type BackendModule,
  type ReadCallback,
  type ResourceKey,
  type Services,
} from 'i18next';
import { standIn, type MissingWords } from './missingTexts.ts';
import type { TranslationFiles } from './translationFiles.ts';

export function createTranslationBackend(build: string, missing: MissingWords): BackendModule {
  let services: Services;
  let files: Promise<TranslationFiles> | null = null;
  const open = () =>
    import('./translationFiles.ts').then((part) => part.openTranslationFiles(services, build));
  const readOnce = async (language: string, namespace: string): Promise<ResourceKey> => {
    files ??= open();
    const opened = await files.catch((failure: unknown) => {
      files = null;
      throw failure;
    });
    return new Promise((resolve, reject) => {
      opened.read(language, namespace, (failure, words) => {
        if (!failure && typeof words === 'object' && words) resolve(words);
        else reject(failure instanceof Error ? failure : new Error(String(failure)));
      });
    });
  };
  /** A request that was dropped is asked once more at once. */
  const read = (language: string, namespace: string): Promise<ResourceKey> =>
    readOnce(language, namespace).catch((failure: unknown) => {
      console.info(`The words ${language}/${namespace} are asked for again`, failure);
      return readOnce(language, namespace);
    });
  const standInFor = async (language: string, namespace: string): Promise<void> => {
    missing.note(language, namespace);
    const other = standIn(language);
    if (i18next.hasResourceBundle(other, namespace)) return;
    i18next.addResourceBundle(other, namespace, await read(other, namespace));
  };
  return {
    type: 'backend',
    init(given) {
      services = given;
    },
    read(language: string, namespace: string, callback: ReadCallback) {
      read(language, namespace).then(
        (words) => callback(null, words),
        async (failure: unknown) => {
          await standInFor(language, namespace).catch((other: unknown) => {
            console.info(`No language has the words ${namespace}`, other);
          });
          // `true`: they may be asked for again.
          callback(failure instanceof Error ? failure : String(failure), true);
        },
      );
    },
  };
}
