/** What a row of the routes table is made of: a screen that is loaded with its words, and its title. */
import i18next, { type TFunction } from 'i18next';
import type { ComponentType } from 'react';
import type { Namespace } from '../i18n/languages.ts';

/** A route's `handle`: the screen's title in the current language. */
export interface ScreenHandle {
  title: (t: TFunction<'common'>) => string;
}

export const titled = (title: ScreenHandle['title']): ScreenHandle => ({ title });

/** Loads a screen and the words it needs together, so that neither waits for the other. */
export const screen =
  (load: () => Promise<ComponentType>, ...words: Namespace[]) =>
  async (): Promise<{ Component: ComponentType }> => {
    const [Component] = await Promise.all([load(), i18next.loadNamespaces(words)]);
    return { Component };
  };
