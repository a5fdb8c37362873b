// How one is told outside the page: what stands there, what the browser proposes, what is sent, and what is refused.
import { GraphQLError } from 'graphql';
import { screen, waitFor } from '@testing-library/react';
import { setCurrentUser, type CurrentUser } from '../../browser/currentUser.ts';
import { aUser } from '../../testing/people.ts';
import { renderPage } from '../../testing/render.tsx';
import { NotificationDelivery } from './NotificationDelivery.tsx';

const never = {
  telegram: 'answers',
  mail: 'off',
  canTelegram: true,
  canMail: false,
  language: null,
  timeZone: null,
  quietFrom: null,
  quietUntil: null,
};

async function open(
  stored: Partial<Record<keyof typeof never, unknown>> = {},
  { refuses = false, user = {} as Partial<CurrentUser> } = {},
) {
  setCurrentUser(aUser(user));
  const sent: Record<string, unknown>[] = [];
  const rendered = await renderPage(<NotificationDelivery />, {
    language: 'en',
    resolvers: {
      Query: { notificationDelivery: () => ({ ...never, ...stored }) },
      Mutation: {
        setNotificationDelivery: (_root: unknown, given: Record<string, unknown>) => {
          if (refuses) throw new GraphQLError('No');
          sent.push({ ...given });
          return { ...never, ...stored, ...given };
        },
      },
    },
  });
  await screen.findByRole('combobox', { name: 'In Telegram' });
  return { ...rendered, sent };
}
const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

test('the browser’s zone and the page’s language are proposed; nothing is sent before it is saved', async () => {
  const { user, sent } = await open({}, { user: { email: null } });
  expect(screen.getByRole('combobox', { name: 'Time zone' })).toHaveValue(zone);
  expect(screen.getByRole('combobox', { name: 'Language of messages' })).toHaveValue('en');
  const mail = screen.getByRole('combobox', { name: 'By email' });
  expect(mail).toBeDisabled();
  expect(mail).toHaveAccessibleDescription(/no email address/);
  await user.selectOptions(screen.getByRole('combobox', { name: 'In Telegram' }), 'daily');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Time zone' }), 'Asia/Tokyo');
  await user.click(screen.getByRole('switch', { name: /Quiet hours/ }));
  expect(screen.getByLabelText('From')).toHaveValue('22:00');
  expect(sent).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    telegram: 'daily',
    mail: 'off',
    language: 'en',
    timeZone: 'Asia/Tokyo',
    quietFrom: '22:00',
    quietUntil: '08:00',
  });
  await screen.findByText('Saved');
});

test('what was chosen stands there, also a zone that the browser calls otherwise; quiet hours are switched off with both ends', async () => {
  const { user, sent } = await open({
    canTelegram: false,
    canMail: true,
    mail: 'weekly',
    language: 'ru',
    timeZone: 'Asia/Calcutta',
    quietFrom: '23:00',
    quietUntil: '07:30',
  });
  expect(screen.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Asia/Calcutta');
  expect(screen.getByRole('combobox', { name: 'In Telegram' })).toBeDisabled();
  expect(screen.getByLabelText('Until')).toHaveValue('07:30');
  await user.click(screen.getByRole('switch', { name: /Quiet hours/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    mail: 'weekly',
    language: 'ru',
    quietFrom: null,
    quietUntil: null,
  });
});

test('what is refused is said, and what was chosen is not lost', async () => {
  const { user } = await open({}, { refuses: true });
  await user.selectOptions(screen.getByRole('combobox', { name: 'In Telegram' }), 'off');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText("Couldn't save your choice");
  expect(screen.getByRole('combobox', { name: 'In Telegram' })).toHaveValue('off');
});

test('the true cause is named where nothing can come by email', async () => {
  await open();
  expect(screen.getByRole('combobox', { name: 'By email' })).toHaveAccessibleDescription(
    "Sending email isn't set up here",
  );
});
