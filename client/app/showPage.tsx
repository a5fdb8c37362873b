/** Rendering of the page once its first screen and texts have loaded. */
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { createRoutes } from './routes.tsx';

/**
 * Gives each history entry a key of its own: the router uses `default` for every typed address, so that
 * `ScrollRestoration` would mix up their positions.
 */
function nameEntry(): void {
  const { key } = (history.state ?? {}) as { key?: string };
  if (!key) history.replaceState({ key: Date.now() }, '');
}

/** `place` keeps the initial HTML until then. */
export async function showPage(place: HTMLElement): Promise<void> {
  nameEntry();
  const router = createBrowserRouter(createRoutes());
  await new Promise<void>((resolve) => {
    if (router.state.initialized) resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
  // A transition renders in slices, between which the browser can paint and handle input.
  startTransition(() =>
    createRoot(place).render(
      <StrictMode>
        {/* An address and the data asked for by it change in one step: a transition that the answer
            of a query interrupts would ask for the old and the new page by turns. */}
        <RouterProvider router={router} useTransitions={false} />
      </StrictMode>,
    ),
  );
}
