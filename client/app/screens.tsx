/** Rows of the route table and their conversion to routes. */
import type { ComponentType } from 'react';
import { Navigate, useMatches, type LoaderFunction, type RouteObject } from 'react-router-dom';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import type common from '../i18n/locales/ru/common.json';
import type { Namespace } from '../i18n/languages.ts';
import { loadTexts } from '../i18n/loadTexts.ts';
import { ChunkError } from './ChunkError.tsx';
import { RouteFailure, ScreenFailure } from './RouteFailure.tsx';

export interface ScreenRow {
  path: string;
  /** Key of the title, under `screens` of the common texts. */
  title: keyof typeof common.screens;
  /** Guard or redirect that runs before the screen. */
  loader?: LoaderFunction;
  load: () => Promise<ComponentType>;
  /** Namespaces of texts that the screen needs besides those of its frame. */
  texts?: readonly Namespace[];
  /** Key of its group in the navigation, under `screenGroups` of the common texts. */
  group?: keyof typeof common.screenGroups;
  /** Only a tab of its group, and no entry of the rail. */
  isTabOnly?: boolean;
  /** Screens inside this one; the first is shown at its path. */
  tabs?: readonly ScreenRow[];
}

/** A route's `handle`. */
export interface ScreenHandle {
  title: (t: TFunction<'common'>) => string;
  tabs?: readonly ScreenRow[];
}

/** Loads a component and its texts together; the error screen takes its place when either fails. */
export const loadScreen =
  (load: ScreenRow['load'], texts: readonly Namespace[], isWholePage: boolean) =>
  async (): Promise<{ Component: ComponentType }> => {
    try {
      const [Component] = await Promise.all([load(), loadTexts(...texts)]);
      return { Component };
    } catch (failure) {
      // The router would remember the failure and show nothing when the screen is opened again.
      return { Component: () => <ChunkError failure={failure} isWholePage={isWholePage} /> };
    }
  };

function routeOf(row: ScreenRow, isWholePage: boolean): RouteObject {
  const { path, title, loader, load, texts = [], tabs = [] } = row;
  const [first] = tabs;
  const handle: ScreenHandle = { title: (t) => t(`screens.${title}`), tabs };
  return {
    path,
    handle,
    lazy: loadScreen(load, texts, isWholePage),
    ErrorBoundary: isWholePage ? RouteFailure : ScreenFailure,
    ...(loader ? { loader } : {}),
    ...(first
      ? {
          children: [
            { index: true, element: <Navigate to={first.path} replace /> },
            ...tabs.map(framedScreen),
          ],
        }
      : {}),
  };
}

/** A screen that is the whole page. */
export const wholeScreen = (row: ScreenRow): RouteObject => routeOf(row, true);

/** A screen inside the frame of the signed-in screens, which stays when the screen fails. */
export const framedScreen = (row: ScreenRow): RouteObject => routeOf(row, false);

/** A screen inside the current one. */
export interface ScreenTab {
  to: string;
  label: string;
  group: ScreenRow['group'];
  isTabOnly: boolean;
}

/** The screens inside the current one, from its row in the route table. */
export function useScreenTabs(): ScreenTab[] {
  const { t } = useTranslation();
  const rows = useMatches().map((match) => (match.handle as ScreenHandle | undefined)?.tabs ?? []);
  const tabs = rows.find((row) => row.length > 0) ?? [];
  return tabs.map(({ path, title, group, isTabOnly = false }) => ({
    to: path,
    label: t(`screens.${title}`),
    group,
    isTabOnly,
  }));
}
