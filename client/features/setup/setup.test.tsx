import { screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import { setCurrentUser } from '../../browser/currentUser.ts';
import { anAdmin } from '../../testing/people.ts';
import { renderPage } from '../../testing/render.tsx';
import { Setup } from './Setup.tsx';

beforeEach(() => void setCurrentUser(anAdmin()));

const step = (part: string, state: string, given: object = {}) => ({
  part,
  state,
  fault: null,
  isEssential: part === 'bookmarks',
  settings: [],
  returnAddress: null,
  count: null,
  at: null,
  ...given,
});
const outcome = (part: string, given: object) => ({
  part,
  isDone: false,
  hasAskedOutside: true,
  fault: null,
  hint: null,
  found: [],
  count: null,
  at: null,
  ...given,
});

test('each part says how it is; a try says what the other side did, or why not and what to do next', async () => {
  let asked = 0;
  const { user } = await renderPage(<Setup />, {
    language: 'en',
    resolvers: {
      Query: {
        setup: () => {
          asked += 1;
          return {
            isReady: false,
            steps: [
              step('bookmarks', 'untested', {
                settings: [{ name: 'RAINDROP_TOKEN', example: 'abc…', isSecret: true }],
              }),
              step('mail', 'missing', { fault: 'notSetUp' }),
              step('model', 'untested'),
              step('backups', 'attention', { fault: 'oldBackup', at: '2026-11-01T10:00:00.000Z' }),
            ],
          };
        },
      },
      Mutation: {
        testSetup: (_: unknown, { part }: { part: string }) => {
          if (part === 'bookmarks')
            return outcome(part, { isDone: true, found: ['Tools', 'Voices'], hint: 'inlineOff' });
          if (part === 'mail') return outcome(part, { fault: 'notSetUp' });
          if (part === 'model') return outcome(part, { fault: 'refused' });
          throw new GraphQLError('Slow down', {
            extensions: { code: 'TOO_MANY', reason: 'setUp' },
          });
        },
      },
    },
  });
  const [bookmarks, mail, model, backups] = await screen.findAllByRole('listitem');
  expect(bookmarks).toHaveTextContent(/Your services.*Required.*Set up, not tested yet/);
  expect(bookmarks).toHaveTextContent('RAINDROP_TOKEN=abc…');
  expect(backups).toHaveTextContent('The last backup is more than a week old.');
  const attempt = (row: HTMLElement | undefined) =>
    user.click(within(row!).getByRole('button', { name: /^Test/ }));
  await attempt(bookmarks);
  expect(await within(bookmarks!).findByText('The bookmarks source answers')).toBeVisible();
  expect(bookmarks).toHaveTextContent('Tools, Voices');
  expect(bookmarks).toHaveTextContent(/Send \/setinline to @BotFather/);
  await waitFor(() => expect(asked).toBeGreaterThan(1));
  await attempt(mail);
  expect(await within(mail!).findByText("It isn't set up yet.")).toBeVisible();
  expect(mail).toHaveTextContent('Check SMTP_URL and MAIL_FROM');
  expect(mail).not.toHaveTextContent('A mail is on its way');
  // A refused key is told otherwise than a server that is not there.
  await attempt(model);
  expect(
    await within(model!).findByText('The server answered but refused the key or settings.'),
  ).toBeVisible();
  expect(model).toHaveTextContent(
    'Check LANGUAGE_MODEL_URL, LANGUAGE_MODEL_NAME and LANGUAGE_MODEL_KEY',
  );
  await attempt(backups);
  expect(
    await within(backups!).findByText('Too many tries in a row. Wait a minute.'),
  ).toBeVisible();
});

test('of own services without a source of bookmarks there is nothing to try', async () => {
  const { user } = await renderPage(<Setup />, {
    resolvers: {
      Query: {
        setup: () => ({ isReady: true, steps: [step('bookmarks', 'done', { count: 406 })] }),
      },
      Mutation: {
        testSetup: (_: unknown, { part }: { part: string }) =>
          outcome(part, { isDone: true, hasAskedOutside: false, count: 406 }),
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: /^Проверить:/ }));
  expect(
    await screen.findByText(
      'Проверять нечего: сервисы уже в каталоге, а источник закладок не подключён',
    ),
  ).toBeVisible();
});
