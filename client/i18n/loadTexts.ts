/** Loads the words of a screen; those of the other language count where the reader's own cannot be had. */
import i18next from 'i18next';
import { languages, type Namespace } from './languages.ts';

/** Rejects when there are no words in any language: a screen without words would show their names. */
export async function loadWords(...namespaces: Namespace[]): Promise<void> {
  await i18next.loadNamespaces(namespaces);
  const missing = namespaces.filter(
    (namespace) => !languages.some((language) => i18next.hasResourceBundle(language, namespace)),
  );
  if (missing.length > 0) throw new Error(`No words came: ${missing.join(', ')}`);
}
