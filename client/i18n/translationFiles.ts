/** Translation files: from local storage for seven days, never across a release, else over HTTP. */
import ChainedBackend from 'i18next-chained-backend';
import HttpBackend from 'i18next-http-backend';
import LocalStorageBackend from 'i18next-localstorage-backend';
import type { ReadCallback, Services } from 'i18next';
import { translationLifetimeMs } from './languages.ts';

export interface TranslationFiles {
  read: (language: string, namespace: string, callback: ReadCallback) => void;
}

/** `build` is the client's build: what was kept from another build is thrown away. */
export function openTranslationFiles(services: Services, build: string): TranslationFiles {
  const files = new ChainedBackend(services);
  files.init(
    services,
    {
      backends: [LocalStorageBackend, HttpBackend],
      backendOptions: [
        { prefix: 'loadout.words.', defaultVersion: build, expirationTime: translationLifetimeMs },
        { loadPath: `/locales/{{lng}}/{{ns}}.json?v=${encodeURIComponent(build)}` },
      ],
    },
    {},
  );
  return files;
}
