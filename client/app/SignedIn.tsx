/** Everything behind the sign-in: the client of the catalogue's data, and the frame. */
import { useEffect, useState } from 'react';
import { ApolloProvider } from '@apollo/client/react';
import { Outlet } from 'react-router-dom';
import { takeFirstPage } from '../browser/pageData.ts';
import { useCurrentUser } from '../browser/currentUser.ts';
import { useTravellingToken } from '../browser/telegramToken.ts';
import { createApolloClient, endFirstPage } from './apollo.ts';
import { latePart, quietPart } from '../design/lazyComponent.tsx';
import { TelegramPromptSlot } from '../features/telegram/TelegramPromptSlot.tsx';
import { ComparePlace } from '../features/compare/CompareSlot.tsx';
import { Frame } from './Frame.tsx';

const TelegramQuestion = quietPart(() =>
  import('../features/telegram/TelegramQuestion.tsx').then((part) => part.TelegramQuestion),
);

const TelegramArrival = latePart(() =>
  import('../features/telegram/TelegramArrival.tsx').then((part) => part.TelegramArrival),
);

export function SignedIn() {
  const user = useCurrentUser();
  const [client] = useState(() => createApolloClient(user, takeFirstPage(user?.id)));
  useEffect(() => endFirstPage(client), [client]);
  const travelling = useTravellingToken();
  // The moment between the sign-out and the login screen.
  if (!user) return null;
  return (
    <ApolloProvider client={client}>
      <Frame>
        {user.telegramLink ? <TelegramQuestion /> : null}
        {travelling !== null && !user.telegramLink ? <TelegramArrival token={travelling} /> : null}
        <Outlet />
        <ComparePlace />
        <TelegramPromptSlot />
      </Frame>
    </ApolloProvider>
  );
}
