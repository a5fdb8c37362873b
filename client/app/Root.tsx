/** Root of all screens: document title, focus, scroll positions, live regions, banners and sign-out. */
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import { hideCompositionKeys } from '../browser/keyboard.ts';
import { announce, Announcer } from '../design/Announcer.tsx';
import { Banner } from '../design/Notice.tsx';
import { lazyComponent } from '../design/lazyComponent.tsx';
import { setCurrentUser, useCurrentUser } from '../browser/currentUser.ts';
import { onSignedOut } from '../browser/signedOut.ts';
import { pendingLocation, useWantedLocation } from '../browser/pendingLocation.ts';
import { clearNoticeHistory, notify } from '../design/notify.ts';
import { useScreenName } from './screenName.ts';
import { useShownScreens } from './screens.tsx';
import { loginPathFrom, paths } from './paths.ts';

/** Reaction to the signed-out event: clears the user and opens the login screen. */
function useSignedOut(): void {
  const user = useCurrentUser();
  const navigate = useNavigate();
  const { t } = useTranslation();
  // A page that is still loading is where the person wants to be.
  const { pathname, search, hash } = useWantedLocation();
  useEffect(() => {
    let hasEnded = false;
    return onSignedOut((reason) => {
      // A failed sign-in stays on its screen. Of many refused calls the first is enough.
      if (reason === 'failed' || !user || hasEnded) return;
      hasEnded = true;
      // Read before the screen unmounts, which drops the pending text.
      const typed = pendingLocation();
      setCurrentUser(null);
      if (reason === 'left') {
        clearNoticeHistory();
        void navigate(paths.login);
        return;
      }
      void navigate(loginPathFrom(typed ?? pathname + search + hash));
      // Replaces the messages of the refused calls.
      setTimeout(() => {
        notify.dismiss();
        clearNoticeHistory();
        notify.info(t('error.sessionEnded'), { id: 'session-ended' });
      });
    });
  }, [user, navigate, pathname, search, hash, t]);
}

const storageKey = 'scrollPositions';

const readPositions = (): Record<string, number> =>
  JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, number>;

/** Scroll positions: a new path begins at its top or anchor, a new query keeps the place, and Back, Forward and a reload return to it. */
function useScrollPositions(): void {
  const { key, pathname, search, hash } = useLocation();
  const positions = useRef<Record<string, number> | null>(null);
  const last = useRef({ pathname: '', search: '' });

  useLayoutEffect(() => {
    const known = (positions.current ??= readPositions());
    const isNewPath = last.current.pathname !== pathname;
    const isAnchorOnly = !isNewPath && last.current.search === search;
    last.current = { pathname, search };
    const anchor =
      hash && (isNewPath || isAnchorOnly)
        ? document.getElementById(decodeURIComponent(hash.slice(1)))
        : null;
    if (known[key] !== undefined) scrollTo(0, known[key]);
    else if (anchor) anchor.scrollIntoView();
    else if (isNewPath) scrollTo(0, 0);
    const remember = () => {
      known[key] = scrollY;
    };
    remember();
    addEventListener('scroll', remember, { passive: true });
    return () => removeEventListener('scroll', remember);
  }, [key, pathname, search, hash]);

  useEffect(() => {
    history.scrollRestoration = 'manual';
    const store = () => {
      // For a page that is shown again without its scripts having run.
      history.scrollRestoration = 'auto';
      sessionStorage.setItem(storageKey, JSON.stringify(positions.current ?? {}));
    };
    addEventListener('pagehide', store);
    return () => removeEventListener('pagehide', store);
  }, []);
}

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
