// The notification button and list on the real schema, with a fake server.
import { act, screen, waitFor, within } from '@testing-library/react';
import { setCurrentUser } from '../browser/currentUser.ts';
import { notify } from '../design/notify.ts';
import { NotificationSettings } from '../features/notifications/NotificationSettings.tsx';
import { RecentMessages } from './RecentMessages.tsx';
import { UnreadNotificationsDocument } from '../generated.ts';
import { aUser } from '../testing/fixtures.ts';
import { renderPage } from '../testing/render.tsx';
import { Bell } from './Bell.tsx';
import type { Language } from '../i18n/languages.ts';

const item = { id: '7', titleRu: 'Генератор', titleEn: 'Generator' };
const rows = [
  { seq: 9, kind: 'case_liked', count: 2, status: null, title: null, knowledgeItem: item },
  { seq: 8, kind: 'request_moved', count: 1, status: 'granted', title: 'Studio' },
  {
    seq: 7,
    kind: 'proposal_moved',
    count: 1,
    status: 'added',
    title: 'https://new.example.com',
    knowledgeItem: item,
  },
  { seq: 6, kind: 'case_asked', count: 1, status: null, title: 'Анна', knowledgeItem: item },
  { seq: 5, kind: 'case_asked', count: 3, status: null, title: 'Борис', knowledgeItem: item },
].map((row) => ({
  knowledgeItem: null,
  ...row,
  id: String(row.seq),
  subjectId: '1',
  at: '2026-11-01T10:00:00.000Z',
  isRead: row.seq < 8,
}));

async function open(language: Language = 'ru', page = <Bell />) {
  let unread = 2;
  const off: string[] = [];
  const read: number[] = [];
  const list: object[] = [...rows];
  setCurrentUser(aUser({ unreadNotifications: 2 }));
  const settings = () =>
    ['case_liked', 'service_case'].map((kind) => ({ kind, isOn: !off.includes(kind) }));
  const resolvers = {
    Query: {
      unreadNotificationsCount: () => unread,
      notifications: () => ({ notifications: list, total: list.length, unread }),
      notificationSettings: settings,
    },
    Mutation: {
      markNotificationsRead: (_root: unknown, { upTo }: { upTo: number }) => {
        read.push(upTo);
        unread = 0;
        return unread;
      },
      setNotificationsOff: (_root: unknown, { kinds }: { kinds: string[] }) => {
        off.splice(0, off.length, ...kinds);
        return settings();
      },
    },
  };
  const rendered = await renderPage(page, { resolvers, language });
  return { ...rendered, read, off, list };
}

test('shows the unread count, marks opened notifications as read, links on, and returns the focus', async () => {
  const { user, client, list, read } = await open();
  await user.click(await screen.findByRole('button', { name: 'Уведомления, непрочитанных: 2' }));
  const dialog = await screen.findByRole('dialog', { name: 'Уведомления' });
  const liked = await within(dialog).findByRole('link', {
    name: 'Ваш кейс с «Генератор» полезен 2 коллегам',
  });
  expect(liked).toHaveAttribute('href', '/services/7');
  expect(
    within(dialog).getByRole('link', { name: 'Запрос доступа к «Studio»: доступ выдан' }),
  ).toHaveAttribute('href', '/profile/requests');
  within(dialog).getByRole('link', {
    name: 'Вы предложили https://new.example.com: сервис в каталоге',
  });
  expect(
    within(dialog).getByRole('link', { name: 'Анна хочет спросить вас о кейсе с «Генератор»' }),
  ).toHaveAttribute('href', '/services/7');
  within(dialog).getByRole('link', {
    name: 'Борис и ещё 2 коллеги хотят спросить вас о кейсе с «Генератор»',
  });
  expect(within(dialog).getAllByText('Новое')).toHaveLength(2);
  await waitFor(() => expect(read).toEqual([9]));
  // A notification that arrives while the list is open is marked as read.
  list.unshift({ ...rows[0]!, id: '10', seq: 10, count: 7 });
  client.writeQuery({
    query: UnreadNotificationsDocument,
    data: { unreadNotificationsCount: 1 },
  });
  await screen.findByRole('link', { name: 'Ваш кейс с «Генератор» полезен 7 коллегам' });
  await waitFor(() => expect(read).toEqual([9, 10]));
  await user.keyboard('{Escape}');
  const bell = await screen.findByRole('button', { name: 'Уведомления' });
  await waitFor(() => expect(bell).toHaveFocus());
});

test('reports the outcome of own requests for a hidden service too, in English', async () => {
  const names = [
    'Access to a service that is no longer in the catalogue: declined',
    'Your complaint about a service that is no longer in the catalogue: resolved',
    'You suggested https://new.example.com: it was added, but is no longer in the catalogue',
  ];
  const { user, list } = await open('en');
  const gone = { ...rows[1]!, title: null, knowledgeItem: null };
  list.splice(
    0,
    list.length,
    { ...gone, id: '31', seq: 31, status: 'declined' },
    { ...gone, id: '30', seq: 30, kind: 'report_moved', status: 'resolved' },
    { ...rows[2]!, knowledgeItem: null },
  );
  await user.click(await screen.findByRole('button', { name: 'Notifications, unread: 2' }));
  const dialog = await screen.findByRole('dialog');
  for (const name of names)
    expect(await within(dialog).findByRole('link', { name })).toHaveAttribute(
      'href',
      '/profile/requests',
    );
});

test('an alert links to the search, or to the place of its answer', async () => {
  const { user, list } = await open();
  const told = { ...rows[1]!, kind: 'wish_told', title: 'гравицаппа цеха' };
  list.splice(
    0,
    list.length,
    { ...told, id: '31', seq: 31, status: 'served', knowledgeItem: item },
    { ...told, id: '30', seq: 30, status: 'declined' },
    // The found service is no longer visible.
    { ...told, id: '29', seq: 29, status: 'served', title: null },
  );
  await user.click(await screen.findByRole('button', { name: /^Уведомления/ }));
  const links = await within(await screen.findByRole('dialog')).findAllByRole('link', {
    name: /^Ваш поиск/,
  });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    `/dashboard?${new URLSearchParams({ search: 'гравицаппа цеха' }).toString()}`,
    '/profile/requests#searches',
    '/profile/requests#searches',
  ]);
});

test('switches each kind off separately, beside the messages of the tab', async () => {
  const { user, off } = await open(
    'en',
    <>
      <NotificationSettings />
      <RecentMessages />
    </>,
  );
  act(() => notify.success('Kept'));
  const likes = await screen.findByRole('switch', { name: '“Useful” on my use cases' });
  expect(likes).toBeChecked();
  await user.click(likes);
  await waitFor(() => expect(likes).not.toBeChecked());
  expect(off).toEqual(['case_liked']);
  await user.click(screen.getByRole('switch', { name: /New use cases/ }));
  await waitFor(() => expect(off).toEqual(['case_liked', 'service_case']));
  await user.click(likes);
  await waitFor(() => expect(off).toEqual(['service_case']));
  screen.getByText('Kept', { selector: 'strong' });
});

test('queries the unread count after a sign-in whose answer lacks it', async () => {
  setCurrentUser(aUser());
  await renderPage(<Bell />, { resolvers: { Query: { unreadNotificationsCount: () => 3 } } });
  await screen.findByRole('button', { name: 'Уведомления, непрочитанных: 3' });
});
