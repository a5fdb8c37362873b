/** Opens the whole client at an address, with its real routes, in front of a fake server. */
import { act, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { StrictMode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { Pages } from '../app/Pages.tsx';
import { createRoutes } from '../app/routes.tsx';
import { setCurrentUser, type CurrentUser } from '../browser/currentUser.ts';
import { readSettings, setClientSettings } from '../browser/environment.ts';
import type { Language } from '../i18n/languages.ts';
import { startTestWords } from './texts.ts';

export interface Opening {
  /** The signed-in person; null (the default) for a visitor. */
  user?: CurrentUser | null;
  language?: Language;
  /** Settings that differ from a server with the developer sign-in only. */
  settings?: Record<string, unknown>;
}

export interface OpenedPage {
  user: UserEvent;
  router: ReturnType<typeof createMemoryRouter>;
  /** Current path and query. */
  place: () => string;
}

/** Rendered in StrictMode, like the page itself. */
export async function openPage(at: string, opening: Opening = {}): Promise<OpenedPage> {
  const words = await startTestWords(opening.language ?? 'ru');
  document.documentElement.lang = opening.language ?? 'ru';
  setClientSettings(
    readSettings({ googleClientId: null, developerSignIn: true, ...opening.settings }),
  );
  setCurrentUser(opening.user ?? null);
  window.history.replaceState(null, '', at);
  const router = createMemoryRouter([{ path: '*', element: <Pages routes={createRoutes()} /> }], {
    initialEntries: [at],
  });
  await act(async () => {
    render(
      <StrictMode>
        <I18nextProvider i18n={words}>
          <RouterProvider router={router} useTransitions={false} />
        </I18nextProvider>
      </StrictMode>,
    );
  });
  return {
    user: userEvent.setup(),
    router,
    place: () => router.state.location.pathname + router.state.location.search,
  };
}
