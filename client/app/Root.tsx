/** Root of all screens: document title, focus, live regions, banners and sign-out. */
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router-dom';
import { hideCompositionKeys } from '../browser/compositionKeys.ts';
import { useScrollPositions } from '../browser/scrollPositions.ts';
import { announce, Announcer } from '../design/Announcer.tsx';
import { Banner } from '../design/Notice.tsx';
import { lazyComponent } from '../design/lazyComponent.tsx';
import { useScreenName } from './screenName.ts';
import { useShownScreens } from './screens.tsx';
import { useSignedOut } from './useSignedOut.ts';

/** Loaded after the first paint; earlier messages are queued by `notify`. */
const Toaster = lazyComponent(() => import('../design/Toaster.tsx').then((part) => part.Toaster));

/** Name of what the screen shows, else the title of the deepest screen. */
function useScreenTitle(): string {
  const { t } = useTranslation();
  const name = useScreenName();
  const screens = useShownScreens();
  const page = name ?? screens.findLast(({ title }) => title)?.title?.(t);
  return page ? t('title', { page }) : t('product');
}

/**
 * Moves the focus to the heading and announces the title on a new path, but not on a new query. A dialog in the address
 * keeps the focus: it closes when the focus leaves it.
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

const subscribeToConnection = (listener: () => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

function OfflineBanner() {
  const { t } = useTranslation();
  const online = useSyncExternalStore(subscribeToConnection, () => navigator.onLine);
  return online ? null : <Banner tone="warning">{t('state.offline')}</Banner>;
}

export function Root() {
  useRouteChange(useScreenTitle());
  useSignedOut();
  useScrollPositions();
  useLayoutEffect(hideCompositionKeys, []);
  return (
    <>
      <OfflineBanner />
      <Outlet />
      <Announcer />
      <Toaster />
    </>
  );
}
