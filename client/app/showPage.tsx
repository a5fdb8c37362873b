/** Rendering of the page once its first screen and texts have loaded. */
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, type RouteObject } from 'react-router-dom';
import { Pages } from './Pages.tsx';
import { createRoutes } from './routes.tsx';
import { loadScreens } from './screens.tsx';

/**
 * Gives each history entry a key of its own: the router uses `default` for every typed address, so that
 * the scroll positions of two would be mixed up.
 */
function nameEntry(): void {
  const { key } = (history.state ?? {}) as { key?: string };
  if (!key) history.replaceState({ key: Date.now() }, '');
}

/** Loads the first screen, at the address that the one of the page leads to. Returns its path; null after a failure. */
async function loadFirst(routes: RouteObject[]): Promise<string | null> {
  const { pathname, search, hash } = location;
  try {
    const to = await loadScreens(routes, { pathname, search, hash });
    if (to === null) return pathname;
    history.replaceState(history.state, '', to);
  } catch (failure) {
    // The router tries again, and shows it.
    console.info('The first screen could not be loaded', failure);
    return null;
  }
  return loadFirst(routes);
}

/** `place` keeps the initial HTML until then. */
export async function showPage(place: HTMLElement): Promise<void> {
  nameEntry();
  const routes = createRoutes();
  const loadedPath = await loadFirst(routes);
  // A transition renders in slices, between which the browser can paint and handle input.
  startTransition(() =>
    createRoot(place).render(
      <StrictMode>
        {/* An address and the data asked for by it change in one step: a transition that the answer
            of a query interrupts would ask for the old and the new page by turns. */}
        <BrowserRouter useTransitions={false}>
          <Pages routes={routes} loadedPath={loadedPath} />
        </BrowserRouter>
      </StrictMode>,
    ),
  );
}
