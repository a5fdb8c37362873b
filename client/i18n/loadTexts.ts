/** Loading of the texts of a screen. */
import i18next from 'i18next';
import { languages, type Namespace } from './languages.ts';

/** Rejects when no language has the texts: the screen would show keys. */
export async function loadTexts(...namespaces: Namespace[]): Promise<void> {
  await i18next.loadNamespaces(namespaces);
  const missing = namespaces.filter(
    (namespace) => !languages.some((language) => i18next.hasResourceBundle(language, namespace)),
  );
  if (missing.length > 0) throw new Error(`No words came: ${missing.join(', ')}`);
}
