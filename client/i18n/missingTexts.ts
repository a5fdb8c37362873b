/**
 * Words of a language that did not come (specification, section 9): those of the other language stand in for them
 * until they do. They are asked for again after some seconds, and when the connection is back.
 */
import type { i18n } from 'i18next';
import { fallbackLanguage, languages, type Language } from './languages.ts';

/** Milliseconds before each try that needs no event. */
const wordRetriesMs = [3000, 10_000, 30_000] as const;

/** The language that stands in for another. */
export const standIn = (language: string): Language =>
  languages.find((one) => one !== language) ?? fallbackLanguage;

export interface MissingWords {
  /** Which languages follow the given one; what is no language of ours is Russian. */
  fallback: (code?: string) => string[];
  /** Notes that words did not come. */
  note: (language: string, namespace: string) => void;
  /** Starts asking again; answers the way to stop. */
  follow: (words: i18n) => () => void;
}

export function createMissingWords(): MissingWords {
  /** Namespaces that did not come, by language. */
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
    // Says to everything on the page that its words have changed.
    if (prune(words)) await words.changeLanguage(words.language);
  };
  const wait = (words: i18n): void => {
    clearTimeout(timer);
    const ms = wordRetriesMs[tries];
    if (ms === undefined) return;
    timer = setTimeout(() => {
      tries += 1;
      void ask(words);
    }, ms);
  };

  return {
    fallback: (code) => {
      if (code !== undefined && missing.has(code)) return [standIn(code)];
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
