/** Backend of i18next; the code that reads files is loaded when the first file is needed. */
import i18next, {
  type BackendModule,
  type ReadCallback,
  type ResourceKey,
  type Services,
} from 'i18next';
import { otherLanguage, type MissingTexts } from './missingTexts.ts';
import type { TranslationFiles } from './translationFiles.ts';

export function createTranslationBackend(build: string, missing: MissingTexts): BackendModule {
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
  /** Retries a failed request once at once. */
  const read = (language: string, namespace: string): Promise<ResourceKey> =>
    readOnce(language, namespace).catch((failure: unknown) => {
      console.info(`The words ${language}/${namespace} are asked for again`, failure);
      return readOnce(language, namespace);
    });
  const standInFor = async (language: string, namespace: string): Promise<void> => {
    missing.note(language, namespace);
    const other = otherLanguage(language);
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
          // `true`: the request may be retried.
          callback(failure instanceof Error ? failure : String(failure), true);
        },
      );
    },
  };
}
