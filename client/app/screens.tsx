/** Rows of the route table, their conversion to routes, and the screens on show. */
import { createContext, useContext, type ComponentType, type ReactNode } from 'react';
import { matchRoutes, type Path, type RouteMatch, type RouteObject } from 'react-router-dom';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import type common from '../i18n/locales/ru/common.json';
import type { Namespace } from '../i18n/languages.ts';
import { loadTexts } from '../i18n/loadTexts.ts';
import { LoadFailure, ScreenBoundary } from './ScreenFailure.tsx';

/** Where an address leads instead; null for whom it is meant. */
export type Guard = (address: Path) => Promise<string | null> | string | null;

export interface ScreenRow {
  path: string;
  /** Key of the title, under `screens` of the common texts. */
  title: keyof typeof common.screens;
  guard?: Guard;
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
  title?: (t: TFunction<'common'>) => string;
  tabs?: readonly ScreenRow[];
  guard?: Guard;
  /** Never rejects: an error screen takes the place of what did not come. */
  load?: () => Promise<void>;
}

/** A screen for a route, with the loading of its component and texts. */
export function lateScreen(
  load: ScreenRow['load'],
  texts: readonly Namespace[],
  isWholePage: boolean,
): { element: ReactNode; load: () => Promise<void> } {
  let content: ReactNode = null;
  let isLoaded = false;
  const Screen = () => <ScreenBoundary isWholePage={isWholePage}>{content}</ScreenBoundary>;
  return {
    element: <Screen />,
    load: async () => {
      if (isLoaded) return;
      try {
        const [Component] = await Promise.all([load(), loadTexts(...texts)]);
        content = <Component />;
        isLoaded = true;
      } catch (failure) {
        // The next visit tries again.
        content = <LoadFailure failure={failure} isWholePage={isWholePage} />;
      }
    },
  };
}

/** A route that only leads to another address. */
export const redirectRoute = (path: string | null, to: string): RouteObject => ({
  ...(path === null ? { index: true } : { path }),
  handle: { guard: () => to } satisfies ScreenHandle,
});

function routeOf(row: ScreenRow, isWholePage: boolean): RouteObject {
  const { path, title, guard, load: loadComponent, texts = [], tabs = [] } = row;
  const [first] = tabs;
  const { element, load } = lateScreen(loadComponent, texts, isWholePage);
  const handle: ScreenHandle = {
    title: (t) => t(`screens.${title}`),
    tabs,
    load,
    ...(guard ? { guard } : {}),
  };
  const children = first ? [redirectRoute(null, first.path), ...tabs.map(framedScreen)] : [];
  return { path, handle, element, ...(first ? { children } : {}) };
}

/** A screen that is the whole page. */
export const wholeScreen = (row: ScreenRow): RouteObject => routeOf(row, true);

/** A screen inside the frame of the signed-in screens, which stays when the screen fails. */
export const framedScreen = (row: ScreenRow): RouteObject => routeOf(row, false);

/** The handles of the routes that match an address, from the outermost. */
export const handlesAt = (routes: RouteObject[], pathname: string): ScreenHandle[] =>
  (matchRoutes(routes, pathname) ?? []).map(
    ({ route }: RouteMatch<string, RouteObject>) => (route.handle ?? {}) as ScreenHandle,
  );

/** Loads the screens of an address; says where it leads instead. Rejects when nobody knows who is signed in. */
export async function loadScreens(routes: RouteObject[], address: Path): Promise<string | null> {
  const handles = handlesAt(routes, address.pathname);
  for (const { guard } of handles) {
    const to = (await guard?.(address)) ?? null;
    if (to !== null) return to;
  }
  await Promise.all(handles.map(({ load }) => load?.()));
  return null;
}

const Shown = createContext<readonly ScreenHandle[]>([]);

export const ShownScreens = Shown.Provider;

/** The screens on show, from the outermost. */
export const useShownScreens = (): readonly ScreenHandle[] => useContext(Shown);

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
  const rows = useShownScreens().map(({ tabs = [] }) => tabs);
  const tabs = rows.find((row) => row.length > 0) ?? [];
  return tabs.map(({ path, title, group, isTabOnly = false }) => ({
    to: path,
    label: t(`screens.${title}`),
    group,
    isTabOnly,
  }));
}
