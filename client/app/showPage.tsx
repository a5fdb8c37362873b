/** Shows the whole page, once its first screen and the words of it have arrived. */
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { createRoutes } from './routes.tsx';

/**
 * The router names an entry of the history that came by a typed address `default`, every one: each gets a name of its own,
 * so that the place to which one was scrolled (`ScrollRestoration`) is not that of another page.
 */
function nameEntry(): void {
  const { key } = (history.state ?? {}) as { key?: string };
  if (!key) history.replaceState({ key: Date.now() }, '');
}

/** Until then stands in `place` what came in the HTML. */
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
  // As a transition the first render is done in slices, between which the browser can paint and answer.
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
