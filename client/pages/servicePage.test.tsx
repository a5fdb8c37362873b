import { act, screen, waitFor, within } from '@testing-library/react';
import i18next from 'i18next';
import { Route, Routes } from 'react-router-dom';
import { setCurrentUser } from '../browser/currentUser.ts';
import { registerNoticeDisplay, type DisplayedNotice } from '../design/notify.ts';
import { anItem } from '../features/catalogue/testItems.ts';
import { aUser } from '../testing/fixtures.ts';
import { renderPage } from '../testing/render.tsx';
import { aCase, me } from '../testing/useCases.ts';
import { ServicePage } from './ServicePage.tsx';

const gdev = { key: 'gdev', name: 'GDEV' };
const cases = ['1', '2', '3', '4'].map((id) => ({
  id,
  descriptionRu: `Кейс ${id}`,
  descriptionEn: `Case ${id}`,
  likesCount: 0,
  isLiked: false,
  isOwn: false,
  author: {
    id: '5',
    name: 'Мария Соколова',
    avatarUrl: null,
    telegramUsername: 'maria_s',
    company: gdev,
  },
}));
const around = {
  usedBy: [
    { company: gdev, count: 2 },
    { company: null, count: 3 },
  ],
  colleagues: [
    { id: '1', name: 'Анна Крылова', avatarUrl: null },
    { id: '5', name: 'Мария Соколова', avatarUrl: null },
  ],
  recommendedUseCases: cases,
  concepts: [{ id: 'image', nameRu: 'картинки', nameEn: 'images' }],
  alternatives: [
    { item: anItem('13'), difference: { kind: 'approved', count: null, concept: null } },
    { item: anItem('14'), difference: { kind: 'colleagues', count: 5, concept: null } },
    {
      item: anItem('15'),
      difference: {
        kind: 'serves',
        count: null,
        concept: { id: 'video', nameRu: 'видео', nameEn: 'video' },
      },
    },
  ],
  tags: [],
  linkCheck: { checkedAt: '2026-11-20T10:00:00.000Z', state: 'ok' },
  mayStartIncident: false,
  stage: null,
  mayDecideStage: false,
  dataRules: null as object | null,
  possibleDuplicates: null,
  loadouts: [{ id: '3', titleRu: '2D-художник', titleEn: '2D artist', itemsCount: 7 }],
  createdAt: '2026-10-01T10:00:00.000Z',
  updatedAt: '2026-10-02T10:00:00.000Z',
};

const open = async (changes: object = {}, user = aUser(), at = '/services/12') => {
  setCurrentUser(user);
  const item = { ...anItem('12', { titleRu: 'Курсор', titleEn: 'Cursor' }), ...around, ...changes };
  const knowledgeItem = () => {
    if (at.endsWith('/404')) {
      throw Object.assign(new Error('gone'), { extensions: { code: 'NOT_FOUND' } });
    }
    return item;
  };
  const likeKnowledge = () => ({ isLiked: true, likesCount: 2 });
  const resolvers = {
    Query: { me: () => me(), knowledgeItem, myUseCasesForItem: () => [aCase('7'), aCase('1')] },
    Mutation: { likeKnowledge },
  };
  const ui = (
    <Routes>
      <Route path="/services/:id" element={<ServicePage />} />
    </Routes>
  );
  const page = await renderPage(ui, { resolvers, at });
  return { ...page, place: () => page.router.state.location.pathname };
};
const section = async (name: string) => within(await screen.findByRole('region', { name }));

const panel = () => section('Что можно в Nexters');

test('shows description and rules first, then users, alternatives and facts', async () => {
  const { user } = await open({
    partnerBadges: [{ key: 'cubicgames', name: 'Cubic Games', tone: 'info' }],
    tags: [{ id: '3', originalName: 'art', nameRu: 'арт', nameEn: 'art' }],
  });
  const may = await panel();
  expect(may.getByText(/^Nexters: решения пока нет/)).toBeInTheDocument();
  expect(may.getByRole('button', { name: 'Запросить доступ' })).toBeInTheDocument();
  expect(screen.getByText('Описание 12.')).toBeInTheDocument();
  expect(screen.getAllByText('Одобрено: Cubic Games')[0]).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'арт' })).toHaveAttribute('href', '/dashboard?tags=art');
  const headings = screen.getAllByRole('heading').map((one) => one.textContent);
  expect(headings).toEqual([
    'Курсор',
    'Что можно в Nexters',
    'Кто использует',
    'В наборах',
    'Кейсы',
    'Альтернативы',
    'Факты',
  ]);
  // The reader's company comes first, colleagues by name.
  const uses = await section('Кто использует');
  expect(uses.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
    'Nexters 0',
    'GDEV 2',
    'Без компании 3',
  ]);
  await user.click(uses.getByText('Вы и ещё 1 коллега'));
  expect(uses.getByText('Анна Крылова и Мария Соколова')).toBeVisible();
  const others = await section('Альтернативы');
  const rows = others.getAllByRole('listitem');
  expect(rows.map((one) => one.querySelector('div')?.textContent)).toEqual([
    'Сервис 13Описание 13.',
    'Сервис 14Используют 5 коллег',
    'Сервис 15Также: видео',
  ]);
  for (const row of rows) expect(row).toHaveTextContent(/Нет решения5 человек/);
  expect(others.getByRole('link', { name: /^Сравнить.*Сервис 14/ })).toHaveAttribute(
    'href',
    '/compare?ids=12,14',
  );
  const facts = await section('Факты');
  expect(facts.getByText(/^Работает, проверено 20 ноября 2026/)).toBeInTheDocument();
  await act(() => i18next.changeLanguage('en'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Cursor' })).toBeInTheDocument();
  expect(screen.getByText('5 colleagues use it')).toBeInTheDocument();
  expect(screen.getByText(/^Nexters hasn’t decided yet/)).toBeInTheDocument();
});

const rules = {
  tier: 'team',
  decisionState: 'decided',
  result: 'inside_only',
  account: 'company',
  owner: 'Security',
  decidedAt: '2026-11-01T10:00:00.000Z',
  reviewBy: '2999-05-01',
  facts: [
    {
      kind: 'retention',
      textRu: '30 дней',
      textEn: '30 days',
      sourceUrl: 'https://vendor.example/terms',
      sourceDate: '2026-11-01',
    },
  ],
  verdicts: [
    ['public_material', 'yes', null],
    ['source_code', 'yes_if', 'без ключей'],
    ['unreleased_art', 'ask', null],
    ['player_data', 'no', null],
    ['staff_data', 'no', null],
    ['partner_material', 'undecided', null],
  ].map(([dataClass, verdict, conditionRu]) => ({
    dataClass,
    verdict,
    conditionRu,
    conditionEn: null,
  })),
};

test('shows verdicts by class with conditions, then the rule and sources of facts', async () => {
  await open({ approvalStatus: 'with_conditions', dataRules: rules });
  const may = await panel();
  const rows = may.getAllByRole('term').map((term) => term.parentElement?.textContent);
  expect(rows).toEqual([
    'Открытые материалыда',
    'Исходный кодда, еслибез ключей',
    'Неопубликованный арт и билдыспроситьSecurity',
    'Данные игроковнет',
    'Данные сотрудниковнет',
    'Материалы партнёров и под NDAнет решения',
  ]);
  for (const line of ['Командная лицензия', 'Только аккаунт компании'])
    expect(may.getByText(line)).toBeInTheDocument();
  expect(may.getByText(/^Решено 1 ноября 2026.*, действует до 1\sмая\s2999/)).toBeInTheDocument();
  const facts = await section('Факты');
  expect(facts.getByText('Security')).toBeInTheDocument();
  expect(facts.getByRole('link', { name: /^Источник, 1\sноября\s2026/ })).toHaveAttribute(
    'href',
    'https://vendor.example/terms',
  );
});

test('preselects undecided classes in the request; closes it unchanged without a question', async () => {
  const { user } = await open({ approvalStatus: 'with_conditions', dataRules: rules });
  const may = await panel();
  await user.click(may.getByRole('button', { name: 'Спросить о правилах' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('textbox')).toHaveValue(
    'Можно ли отправлять в этот сервис: неопубликованный арт и билды и материалы партнёров и под NDA?',
  );
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an own like updates the users, moves nothing and offers to write a use case', async () => {
  const asked = { uses: 1 };
  const { user } = await open({
    isLiked: false,
    likesCount: 1,
    usedBy: () => [{ company: gdev, count: asked.uses }],
  });
  const uses = await section('Кто использует');
  const gdevBar = () => uses.getAllByRole('listitem').at(-1);
  expect(gdevBar()).toHaveTextContent('GDEV 1');
  asked.uses = 2;
  const put: DisplayedNotice[] = [];
  const close = registerNoticeDisplay({
    put: (notice) => put.push(notice),
    dismiss: () => undefined,
  });
  await user.click(screen.getByRole('button', { name: /^Использую/ }));
  await waitFor(() => expect(gdevBar()).toHaveTextContent('GDEV 2'));
  const part = await section('Кейсы');
  expect(part.queryByRole('textbox')).toBeNull();
  act(() => put[0]!.action!.run());
  await waitFor(() => expect(part.getByRole('textbox')).toHaveFocus());
  close();
});

test('has complaint, message and print in the menu; reports a broken link from the facts', async () => {
  const { user, router } = await open();
  await user.click(await screen.findByRole('button', { name: /^Ещё действия/ }));
  const entries = (await screen.findAllByRole('menuitem')).map((one) => one.textContent);
  expect(entries).toEqual([
    expect.stringMatching(/^Открыть сайт/),
    'Добавить в набор',
    'Пожаловаться',
    'Написать администраторам',
    'Распечатать',
  ]);
  await user.keyboard('{Escape}');
  await user.click((await section('Факты')).getByRole('button'));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('radio', { name: 'Ссылка не работает' })).toBeChecked();
  expect(router.state.location.search).toBe('?dialog=report&item=12');
});

test('shows three use cases, others behind a button; edits own ones in place', async () => {
  const [first, ...others] = cases;
  const { user, router } = await open({
    useCasesCount: 4,
    recommendedUseCases: [{ ...first, isOwn: true }, ...others],
  });
  const part = await section('Кейсы');
  expect(part.getAllByText(/^Кейс \d$/)).toHaveLength(3);
  await user.click(part.getByRole('button', { name: 'Показать ещё 1 кейс' }));
  expect(part.getAllByText(/^Кейс \d$/)).toHaveLength(4);
  expect(part.queryByRole('button', { name: 'Все кейсы и эксперты' })).toBeNull();
  await user.click(part.getByRole('button', { name: 'Написать кейс' }));
  await waitFor(() => expect(part.getByRole('textbox')).toHaveFocus());
  const [change, ...more] = part.getAllByRole('button', { name: /^Изменить/ });
  expect(change).toHaveAccessibleName('Изменить кейс «Кейс 1»');
  expect(more).toEqual([]);
  await user.click(change!);
  expect(router.state.location.search).toBe('?dialog=useCases&item=12');
  await waitFor(() => expect(screen.getByDisplayValue('Кейс 1')).toHaveFocus());
});

test('asks the author beside the use case with its subject, except for own ones', async () => {
  const [first, second] = cases;
  await open({ recommendedUseCases: [first, { ...second, isOwn: true }] });
  const links = (await section('Кейсы')).getAllByRole('link', { name: /^Спросить/ });
  expect(links).toHaveLength(1);
  const link = new URL(links[0]!.getAttribute('href')!);
  expect(link.origin + link.pathname).toBe('https://t.me/maria_s');
  expect(link.searchParams.get('text')).toBe('Привет! Вопрос про Курсор: ');
});

test('shows visibility, editing and duplicates to admins only', async () => {
  const hidden = { adminVisibility: 'hidden', possibleDuplicates: [anItem('16')] };
  const { unmount } = await open(hidden, aUser({ isAdmin: true }));
  expect(await screen.findByText('Скрыто')).toBeInTheDocument();
  const part = await section('Для администратора');
  expect(part.getAllByRole('button').map((one) => one.textContent)).toEqual([
    'Изменить',
    'Правила данных',
    'История',
    'Видимость',
  ]);
  expect(part.getByRole('link', { name: 'Сервис 16' })).toHaveAttribute('href', '/services/16');
  unmount();
  await open();
  await section('Факты');
  expect(screen.queryByRole('region', { name: 'Для администратора' })).toBeNull();
});

test('reports an unknown service with a link to the catalogue', async () => {
  await open({}, aUser(), '/services/404');
  expect(await screen.findByRole('heading', { name: 'Сервис не найден' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'В каталог' })).toHaveAttribute('href', '/dashboard');
});
