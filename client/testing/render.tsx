/** Renders a component as the page does: with real translations, theme, router and client. */
import type { ReactElement } from 'react';
import { ApolloProvider } from '@apollo/client/react';
import { act, render, type RenderResult } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { readSettings, setClientSettings } from '../browser/environment.ts';
import { Announcer } from '../design/Announcer.tsx';
import { Toaster } from '../design/Toaster.tsx';
import type { Language } from '../i18n/languages.ts';
import { createTestClient, type TestResolvers } from './schemaClient.ts';
import { startTestWords } from './texts.ts';

export interface Surroundings {
  /** Resolvers of the fake server. */
  resolvers?: TestResolvers;
  /** Default `ru`. */
  language?: Language;
  /** Address of the page; default `/`. */
  at?: string;
  /** Settings that differ from a server with no sign-in configured. */
  settings?: Record<string, unknown>;
}

export interface Rendered extends RenderResult {
  user: UserEvent;
  router: ReturnType<typeof createMemoryRouter>;
  client: ReturnType<typeof createTestClient>;
}

/** Renders `ui` at every address. */
export async function renderPage(ui: ReactElement, around: Surroundings = {}): Promise<Rendered> {
  const words = await startTestWords(around.language ?? 'ru');
  setClientSettings(readSettings({ googleClientId: null, ...around.settings }));
  const client = createTestClient(around.resolvers);
  const router = createMemoryRouter([{ path: '*', element: ui }], {
    initialEntries: [around.at ?? '/'],
  });
  const user = userEvent.setup();
  const result = await act(async () =>
    render(
      <I18nextProvider i18n={words}>
        <ApolloProvider client={client}>
          <RouterProvider router={router} useTransitions={false} />
          <Announcer />
          <Toaster />
        </ApolloProvider>
      </I18nextProvider>,
    ),
  );
  return Object.assign(result, { user, router, client });
}
