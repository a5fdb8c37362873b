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

/** Loads the first screen, at the address that the one of the page leads to. */
async function loadFirst(routes: RouteObject[]): Promise<void> {
  const to = await loadScreens(routes, location);
  if (to === null) return;
  history.replaceState(history.state, '', to);
  await loadFirst(routes);
}

/** `place` keeps the initial HTML until then. */
export async function showPage(place: HTMLElement): Promise<void> {
  nameEntry();
  const routes = createRoutes();
  const isLoaded = await loadFirst(routes).then(
    () => true,
    // It is tried again, and shown.
    () => false,
  );
  // A transition renders in slices, between which the browser can paint and handle input.
  startTransition(() =>
    createRoot(place).render(
      <StrictMode>
        {/* An address and the data asked for by it change in one step: a transition that the answer
            of a query interrupts would ask for the old and the new page by turns. */}
        <BrowserRouter useTransitions={false}>
          <Pages routes={routes} isLoaded={isLoaded} />
        </BrowserRouter>
      </StrictMode>,
    ),
  );
}
