/** What a row of the routes table is made of: a screen that is loaded with its words, and its title. */
import { useCallback, useState, type ComponentType } from 'react';
import type { TFunction } from 'i18next';
import type common from '../i18n/locales/ru/common.json';
import type { Namespace } from '../i18n/languages.ts';
import { loadWords } from '../i18n/loadWords.ts';
import { LateScreen } from './LateScreen.tsx';

/** A route's `handle`: the screen's title in the current language. */
export interface ScreenHandle {
  title: (t: TFunction<'common'>) => string;
}

export const titled = (name: keyof typeof common.screens): ScreenHandle => ({
  title: (t) => t(`screens.${name}`),
});

/**
 * A screen that did not come. The router remembers for good what it could not load and would then show nothing, so it
 * is given this component instead, which asks again whenever it is opened.
 */
function lateScreen(
  load: () => Promise<ComponentType>,
  failure: unknown,
  isWholePage: boolean,
): ComponentType {
  let loaded: ComponentType | null = null;
  return function Screen() {
    const [Loaded, setLoaded] = useState(() => loaded);
    const keep = useCallback((screen: ComponentType) => {
      loaded = screen;
      setLoaded(() => screen);
    }, []);
    if (Loaded) return <Loaded />;
    return <LateScreen load={load} failure={failure} isWholePage={isWholePage} onLoaded={keep} />;
  };
}

type LoadedRoute = Promise<{ Component: ComponentType }>;

const row =
  (isWholePage: boolean) =>
  (load: () => Promise<ComponentType>, ...words: Namespace[]) =>
  async (): LoadedRoute => {
    const loadAll = async () => {
      const [Component] = await Promise.all([load(), loadWords(...words)]);
      return Component;
    };
    try {
      return { Component: await loadAll() };
    } catch (failure) {
      return { Component: lateScreen(loadAll, failure, isWholePage) };
    }
  };

/** Loads a screen and the words it needs together, so that neither waits for the other; it is the whole page. */
export const screen = row(true);

/** The same, inside the frame of the signed-in screens, which stays when the screen does not come. */
export const framedScreen = row(false);
