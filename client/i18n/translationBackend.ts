/** Backend of i18next, with retries and a fallback to the other language (specification, section 9). */
import i18next, {
  type BackendModule,
  type ReadCallback,
  type ResourceKey,
  type Services,
  type i18n,
} from 'i18next';
import type { TranslationFiles } from './translationFiles.ts';
import { fallbackLanguage, languages, type Language } from './languages.ts';

/** Milliseconds before each retry. */
const retryDelaysMs = [3000, 10_000, 30_000] as const;

/** The language that stands in for another. */
const otherLanguage = (language: string): Language =>
  languages.find((one) => one !== language) ?? fallbackLanguage;

interface MissingTexts {
  /** Fallback languages of a language; Russian for unknown ones. */
  fallback: (code?: string) => string[];
  /** Records texts that failed to load. */
  note: (language: string, namespace: string) => void;
  /** Starts the retries; returns a function that stops them. */
  follow: (words: i18n) => () => void;
}

export function createMissingTexts(): MissingTexts {
  /** Namespaces that failed to load, by language. */
  const missing = new Map<string, Set<string>>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;

  const prune = (words: i18n): boolean => {
    const before = missing.size;
    for (const [language, namespaces] of missing) {
      for (const one of namespaces) {
        if (words.hasResourceBundle(language, one)) namespaces.delete(one);
      }
      if (namespaces.size === 0) missing.delete(language);
    }
    return missing.size < before;
  };
  const ask = async (words: i18n): Promise<void> => {
    for (const [language, namespaces] of missing) {
      await words.reloadResources([language], [...namespaces]);
    }
    // Renders all texts again.
    if (prune(words)) await words.changeLanguage(words.language);
  };
  const wait = (words: i18n): void => {
    clearTimeout(timer);
    const ms = retryDelaysMs[tries];
    if (ms === undefined) return;
    timer = setTimeout(() => {
      tries += 1;
      void ask(words);
    }, ms);
  };

  return {
    fallback: (code) => {
      if (code !== undefined && missing.has(code)) return [otherLanguage(code)];
      return code?.startsWith('en') ? [] : [fallbackLanguage];
    },
    note: (language, namespace) => {
      const known = missing.get(language) ?? new Set();
      missing.set(language, known.add(namespace));
    },
    follow: (words) => {
      const onFailed = () => wait(words);
      const onOnline = () => {
        tries = 0;
        void ask(words);
      };
      window.addEventListener('online', onOnline);
      words.on('failedLoading', onFailed);
      if (missing.size > 0) onFailed();
      return () => {
        clearTimeout(timer);
        window.removeEventListener('online', onOnline);
        words.off('failedLoading', onFailed);
      };
    },
  };
}

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
