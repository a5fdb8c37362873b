/** Shell of the signed-in screens: GraphQL client and frame. */
import { useEffect, useState, type ReactNode } from 'react';
import { ApolloProvider } from '@apollo/client/react';
import { Outlet } from 'react-router-dom';
import { takeFirstPage } from '../browser/pageData.ts';
import { useCurrentUser } from '../browser/currentUser.ts';
import { useTelegramToken } from '../browser/telegramToken.ts';
import { createApolloClient, endFirstPage } from './apollo.ts';
import { lazyComponent, optionalLazyComponent } from '../design/lazyComponent.tsx';
import { TelegramPromptSlot } from '../features/telegram/TelegramPromptSlot.tsx';
import { CompareSlot } from '../features/compare/CompareSlot.tsx';
import { Frame } from './Frame.tsx';

const TelegramQuestion = optionalLazyComponent(() =>
  import('../features/telegram/TelegramQuestion.tsx').then((part) => part.TelegramQuestion),
);

const TelegramArrival = lazyComponent(() =>
  import('../features/telegram/TelegramArrival.tsx').then((part) => part.TelegramArrival),
);

/** @param children in place of the screen of the route */
export function SignedIn({ children = <Outlet /> }: { children?: ReactNode }) {
  const user = useCurrentUser();
  const [client] = useState(() => createApolloClient(user, takeFirstPage(user?.id)));
  useEffect(() => endFirstPage(client), [client]);
  const travelling = useTelegramToken();
  // Between the sign-out and the login screen.
  if (!user) return null;
  return (
    <ApolloProvider client={client}>
      <Frame>
        {user.telegramLink ? <TelegramQuestion /> : null}
        {travelling !== null && !user.telegramLink ? <TelegramArrival token={travelling} /> : null}
        {children}
        <CompareSlot />
        <TelegramPromptSlot />
      </Frame>
    </ApolloProvider>
  );
}
