/** Around every screen: its title and focus, the live regions, the banners, and what follows a sign-out. */
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router-dom';
import { announce, Announcer } from '../design/Announcer.tsx';
import { latePart } from '../design/lazyComponent.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';
import { useScreenName } from './screenName.ts';
import type { ScreenHandle } from './screens.tsx';
import { useSignedOut } from './useSignedOut.ts';

/** Nothing on the screen waits for it; messages that are sooner wait in `notify`. */
const Toaster = latePart(() => import('../design/Toaster.tsx').then((part) => part.Toaster));

/** The name of what the screen shows, else the title of the deepest screen that has one. */
function useScreenTitle(): string {
  const { t } = useTranslation();
  const name = useScreenName();
  const handles = useMatches().map((match) => match.handle as ScreenHandle | undefined);
  const page = name ?? handles.findLast((handle) => handle?.title)?.title(t);
  return page ? t('title', { page }) : t('product');
}

/**
 * On a new path: the focus goes to the heading and the title is said; a new query moves nothing. A dialog in the address
 * has the focus itself, and would take one outside of it as the wish to leave.
 */
function useRouteChange(title: string): void {
  const { pathname, search } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const heading = document.querySelector<HTMLElement>('h1');
    if (heading && !new URLSearchParams(search).has('dialog')) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
    announce(document.title);
  }, [pathname, search]);
}

export function Root() {
  useRouteChange(useScreenTitle());
  useSignedOut();
  return (
    <>
      <OfflineBanner />
      <Outlet />
      <Announcer />
      <Toaster />
      <ScrollRestoration />
    </>
  );
}
