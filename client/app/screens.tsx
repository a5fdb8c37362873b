/** What a row of the routes table is made of: a screen that is loaded with its words, and its title. */
import type { ComponentType } from 'react';
import type { TFunction } from 'i18next';
import type common from '../i18n/locales/ru/common.json';
import type { Namespace } from '../i18n/languages.ts';
import { loadWords } from '../i18n/loadTexts.ts';
import { LostScreen } from './ChunkError.tsx';

/** A route's `handle`: the screen's title in the current language. */
export interface ScreenHandle {
  title: (t: TFunction<'common'>) => string;
}

export const titled = (name: keyof typeof common.screens): ScreenHandle => ({
  title: (t) => t(`screens.${name}`),
});

type LoadedRoute = Promise<{ Component: ComponentType }>;

const row =
  (isWholePage: boolean) =>
  (load: () => Promise<ComponentType>, ...words: Namespace[]) =>
  async (): LoadedRoute => {
    try {
      const [Component] = await Promise.all([load(), loadWords(...words)]);
      return { Component };
    } catch (failure) {
      // The router would remember the failure and show nothing when the screen is opened again.
      return { Component: () => <LostScreen failure={failure} isWholePage={isWholePage} /> };
    }
  };

/** Loads a screen and the words it needs together, so that neither waits for the other; it is the whole page. */
export const screen = row(true);

/** The same, inside the frame of the signed-in screens, which stays when the screen does not come. */
export const framedScreen = row(false);
