/** The screen of the address, once its file and its texts are there; until then the screen before it stays. */
import { useEffect, useMemo, useState } from 'react';
import {
  useLocation,
  useNavigate,
  useRoutes,
  type Location,
  type RouteObject,
} from 'react-router-dom';
import { WantedLocation } from '../browser/pendingLocation.ts';
import { handlesAt, loadScreens, ShownScreens } from './screens.tsx';
import { LoadFailure, ScreenBoundary } from './ScreenFailure.tsx';

function PageAt({ routes, location }: { routes: RouteObject[]; location: Location }) {
  return useRoutes(routes, location);
}

export interface PagesProps {
  routes: RouteObject[];
  /** The path whose screen is loaded. */
  loadedPath?: string | null;
}

export function Pages({ routes, loadedPath = null }: PagesProps) {
  const wanted = useLocation();
  const navigate = useNavigate();
  const [shown, setShown] = useState(wanted.pathname === loadedPath ? wanted : null);
  const [failed, setFailed] = useState<{ at: Location; failure: unknown } | null>(null);
  // Another query is the same screen.
  if (shown && shown !== wanted && shown.pathname === wanted.pathname) setShown(wanted);

  useEffect(() => {
    if (shown === wanted) return undefined;
    let isNewest = true;
    loadScreens(routes, wanted).then(
      (to) => {
        if (!isNewest) return;
        if (to === null) setShown(wanted);
        else void navigate(to, { replace: true });
      },
      (failure: unknown) => {
        if (isNewest) setFailed({ at: wanted, failure });
      },
    );
    return () => {
      isNewest = false;
    };
  }, [routes, wanted, shown, navigate]);

  const path = shown?.pathname;
  const handles = useMemo(
    () => (path === undefined ? [] : handlesAt(routes, path)),
    [routes, path],
  );
  if (failed?.at === wanted) return <LoadFailure failure={failed.failure} isWholePage />;
  if (!shown) return null;
  return (
    <WantedLocation value={wanted}>
      <ShownScreens value={handles}>
        <ScreenBoundary isWholePage>
          <PageAt routes={routes} location={shown} />
        </ScreenBoundary>
      </ShownScreens>
    </WantedLocation>
  );
}
