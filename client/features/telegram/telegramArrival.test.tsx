import { screen, waitFor } from '@testing-library/react';
import { keepCurrentUser } from '../../browser/currentUser.ts';
import { keepTravellingToken, useTravellingToken } from '../../browser/travellingToken.ts';
import { json, openFakeServer, type FakeServer } from '../../testing/fakeServer.ts';
import { openPage } from '../../testing/openPage.tsx';
import { aUser } from '../../testing/people.ts';
import { renderPage } from '../../testing/render.tsx';
import { answerGraphql } from '../../testing/schemaClient.ts';
import { TelegramArrival } from './TelegramArrival.tsx';

let server: FakeServer | undefined;
const left: string[] = [];

afterEach(() => {
  server?.close();
  keepTravellingToken(null);
  left.length = 0;
});

function Page() {
  const token = useTravellingToken();
  return token ? <TelegramArrival token={token} leave={(url) => left.push(url)} /> : null;
}
const arrive = async (changes: Parameters<typeof aUser>[0] = {}) => {
  keepCurrentUser(aUser(changes));
  keepTravellingToken('tt');
  return renderPage(<Page />, {
    at: '/dashboard?search=a',
    settings: { telegramBotName: 'loadout_bot' },
    resolvers: {
      Mutation: { generateTelegramInvite: () => ({ success: true, link: 'https://t.me/x' }) },
    },
  });
};
const confirm = () => screen.getByRole('button', { name: 'Подтвердить через Google' });

test('the bot’s link, opened while signed in, asks where the person lands', async () => {
  server = openFakeServer({
    'POST /graphql': answerGraphql({ Query: { likedKnowledge: () => [] } }),
  });
  const { place } = await openPage('/login?telegramToken=tt&from=%2Fprofile%2Fknowledge', {
    user: aUser(),
  });
  await waitFor(() => expect(place()).toBe('/profile/knowledge'));
  expect(await screen.findByRole('status', { name: 'Подключение Telegram' })).toHaveTextContent(
    'Подключить ваш Telegram к аккаунту anna@nexters.example?',
  );
});

test('the token travels with a sign-in by Google, which brings the question', async () => {
  server = openFakeServer({
    'POST /api/v1/auth/login': () => ({ success: true, url: 'https://accounts.example/a' }),
  });
  const { user } = await arrive();
  await user.click(confirm());
  await waitFor(() => expect(left).toEqual(['https://accounts.example/a']));
  expect(server.callsTo('/api/v1/auth/login')[0]?.body).toEqual({
    provider: 'google',
    redirectTo: '/dashboard?search=a',
    telegramToken: 'tt',
  });
});

test('a failure is told where the question stands', async () => {
  server = openFakeServer({
    'POST /api/v1/auth/login': () => json({ success: false, error: '' }, 503),
  });
  const { user } = await arrive();
  await user.click(confirm());
  expect(await screen.findByRole('alert')).toBeInTheDocument();
  expect(confirm()).toBeEnabled();
});

test('a no ends it, and nothing is asked of the server', async () => {
  server = openFakeServer({});
  const { user } = await arrive();
  await user.click(screen.getByRole('button', { name: 'Не подключать' }));
  expect(screen.queryByRole('status', { name: 'Подключение Telegram' })).toBeNull();
  expect(server.callsTo('/api/v1/auth/login')).toEqual([]);
});

test('an account with a Telegram is told that the link changed nothing', async () => {
  await arrive({ telegramId: '77' });
  expect(screen.getByText(/уже\sподключён\sTelegram/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Подтвердить через Google' })).toBeNull();
});

test('an admin connects from the page', async () => {
  const { user } = await arrive({ isAdmin: true });
  await user.click(screen.getByRole('button', { name: 'Подключить Telegram' }));
  expect(await screen.findByRole('dialog', { name: 'Подтверждение Telegram' })).toBeInTheDocument();
});
