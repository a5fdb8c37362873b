import { act, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { setCurrentUser } from '../browser/currentUser.ts';
import { anItem } from '../features/catalogue/testItems.ts';
import { aUser } from '../testing/people.ts';
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
  author: { id: '5', name: 'Мария Соколова', avatarUrl: null, company: gdev },
}));
const around = {
  usedBy: [
    { company: gdev, count: 2 },
    { company: null, count: 3 },
  ],
  colleagues: [{ id: '5', name: 'Мария Соколова', avatarUrl: null }],
  recommendedUseCases: cases,
  expertsToAsk: [
    {
      id: '5',
      name: 'Мария Соколова',
      avatarUrl: null,
      telegramUsername: 'maria_s',
      useCasesCount: 4,
      company: gdev,
    },
  ],
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
  dataRules: null as object | null,
  possibleDuplicates: null,
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

test('the verdict and the one next act stand before everything else', async () => {
  await open({ isVerified: false });
  const may = await section('Можно ли мне?');
  expect(may.getByText('Для Nexters не решено')).toBeInTheDocument();
  expect(may.getByRole('button', { name: 'Запросить доступ' })).toBeInTheDocument();
  expect(may.getByRole('link', { name: /^Открыть сайт/ })).toHaveAttribute(
    'href',
    'https://service-12.example/',
  );
  const headings = screen.getAllByRole('heading').map((one) => one.textContent);
  expect(headings).toEqual([
    'Курсор',
    'Можно ли мне?',
    'Кто использует',
    'Кейсы',
    'Кого спросить',
    'Для чего',
    'Вместо него',
    'Факты',
  ]);
});

test('an approved service is opened; what may go into it is said to be not decided', async () => {
  await open({ isVerified: true });
  const may = await section('Можно ли мне?');
  expect(may.getByText('Одобрено для Nexters')).toBeInTheDocument();
  expect(may.getByText(/^Правила данных не определены/)).toBeInTheDocument();
  expect(may.queryByRole('button', { name: 'Запросить доступ' })).toBeNull();
});

const rules = {
  tier: 'team',
  decisionState: 'decided',
  status: 'restricted',
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

test('what may go into it is told class by class, with the conditions, the owner, the dates and the sources of facts', async () => {
  await open({ dataRules: rules });
  const may = await section('Можно ли мне?');
  expect(may.getByText('Для Nexters с ограничениями')).toBeInTheDocument();
  const pairs = may
    .getAllByRole('term')
    .map((term) => `${term.textContent} ${term.nextSibling?.textContent}`);
  expect(pairs).toEqual([
    'открытые материалы да',
    'исходный код да, если…',
    'невышедший арт и сборки спросить',
    'данные игроков нет',
    'данные сотрудников нет',
    'материалы партнёров и под NDA не решено',
    'исходный код, если: без ключей',
  ]);
  for (const line of ['Для командного тарифа', 'Спросить: Security', /^Решено 1 ноября 2026/])
    expect(may.getByText(line)).toBeInTheDocument();
  expect(may.getByText(/^Действует до 1\sмая\s2999/)).toBeInTheDocument();
  const facts = await section('Факты');
  expect(facts.getByRole('link', { name: /^Источник, 1\sноября\s2026/ })).toHaveAttribute(
    'href',
    'https://vendor.example/terms',
  );
});

test('what was decided until a day that is over says so', async () => {
  await open({ dataRules: { ...rules, decisionState: 'being_checked', reviewBy: '2020-05-01' } });
  const may = await section('Можно ли мне?');
  expect(may.getByText(/^Действовало до 1\sмая\s2020.*, поэтому/)).toBeInTheDocument();
});

test.each([
  ['being_checked', 'approved', 'Для Nexters проверяется', 'Спросить разрешение'],
  ['decided', 'under_review', 'Для Nexters проверяется', 'Спросить разрешение'],
  ['decided', 'not_allowed', 'Для Nexters нельзя', 'Запросить доступ'],
])('approved by its tag, but %s and %s: no yes is shown', async (standing, status, words, act) => {
  await open({ isVerified: true, dataRules: { ...rules, decisionState: standing, status } });
  const may = await section('Можно ли мне?');
  expect(may.getByText(words)).toBeInTheDocument();
  expect(may.queryByText('Одобрено для Nexters')).toBeNull();
  expect(may.getAllByRole('button')[0]).toHaveTextContent(act);
});

const allowed = rules.verdicts.map((one) => ({ ...one, verdict: 'yes' }));

test('where everything is decided nobody need be asked; where something is open the asking is the next act', async () => {
  const { unmount } = await open({ dataRules: { ...rules, verdicts: allowed } });
  let may = await section('Можно ли мне?');
  expect(may.queryByRole('button', { name: 'Спросить разрешение' })).toBeNull();
  unmount();
  const none = allowed.map((one) => ({ ...one, verdict: 'undecided' }));
  const dataRules = { ...rules, decisionState: 'approved_undecided', status: null, verdicts: none };
  await open({ isVerified: true, dataRules });
  may = await section('Можно ли мне?');
  expect(may.getAllByRole('button')[0]).toHaveTextContent('Спросить разрешение');
});

test('the request begins with the classes that are open; closing it asks nothing, since nothing was written', async () => {
  const { user } = await open({ dataRules: rules });
  const may = await section('Можно ли мне?');
  await user.click(may.getByRole('button', { name: 'Спросить разрешение' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('textbox')).toHaveValue(
    'Можно ли отправлять в этот сервис: невышедший арт и сборки и материалы партнёров и под NDA?',
  );
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an own like is followed by who uses it, as soon as the server has answered', async () => {
  const asked = { uses: 1 };
  const { user } = await open({
    isLiked: false,
    likesCount: 1,
    usedBy: () => [{ company: gdev, count: asked.uses }],
  });
  const uses = await section('Кто использует');
  expect(uses.getByRole('listitem')).toHaveTextContent('GDEV 1');
  asked.uses = 2;
  await user.click(uses.getByRole('button', { name: /^Использую/ }));
  await waitFor(() => expect(uses.getByRole('listitem')).toHaveTextContent('GDEV 2'));
});

test('the further acts go to a next line together, so that none stands there alone', async () => {
  await open();
  const may = await section('Можно ли мне?');
  const around = may.getByRole('button', { name: 'Пожаловаться' }).parentElement!;
  expect(
    within(around)
      .getAllByRole('button')
      .map((one) => one.textContent),
  ).toEqual(['Скопировать ссылку', 'Сравнить', 'Пожаловаться']);
});

test('use is told by company, colleagues by name', async () => {
  await open();
  const uses = await section('Кто использует');
  expect(uses.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
    'GDEV 2',
    'Без компании 3',
  ]);
  expect(uses.getByText('Коллеги: Мария Соколова')).toBeInTheDocument();
});

test('three cases are shown, the others behind a button; writing happens in place', async () => {
  const { user } = await open();
  const part = await section('Кейсы');
  expect(part.getAllByText(/^Кейс \d$/)).toHaveLength(3);
  expect(part.getAllByText('Мария Соколова, GDEV')).toHaveLength(3);
  await user.click(part.getByRole('button', { name: 'Ещё 1 кейс' }));
  expect(part.getAllByText(/^Кейс \d$/)).toHaveLength(4);
  await user.click(part.getByRole('button', { name: 'Написать свой кейс' }));
  await waitFor(() => expect(part.getByRole('textbox')).toHaveFocus());
});

test('an own case is changed from here, nobody else’s', async () => {
  const [first, ...others] = cases;
  const { user, router } = await open({
    recommendedUseCases: [{ ...first, isOwn: true }, ...others],
  });
  const [act, ...more] = (await section('Кейсы')).getAllByRole('button', { name: /^Изменить/ });
  expect(act).toHaveAccessibleName('Изменить кейс «Кейс 1»');
  expect(more).toEqual([]);
  await user.click(act!);
  expect(router.state.location.search).toBe('?dialog=useCases&item=12');
  await waitFor(() => expect(screen.getByDisplayValue('Кейс 1')).toHaveFocus());
});

test('who marks the service as used is led to the place for a use case', async () => {
  const { user } = await open({ isLiked: false });
  await user.click(await screen.findByRole('button', { name: /^Использую/ }));
  const part = await section('Кейсы');
  await waitFor(() => expect(part.getByRole('textbox')).toHaveFocus());
});

test('where there are more cases and experts than stand on the page, all of them are one press away', async () => {
  const { user, router } = await open({ useCasesCount: 12, expertsCount: 7 });
  const part = await section('Кейсы');
  expect(part.queryByRole('button', { name: 'Все кейсы и эксперты' })).toBeNull();
  await user.click(part.getByRole('button', { name: 'Ещё 1 кейс' }));
  expect(part.getByRole('button', { name: 'Все кейсы и эксперты' })).toBeInTheDocument();
  const people = await section('Кого спросить');
  await user.click(people.getByRole('button', { name: 'Все кейсы и эксперты' }));
  expect(router.state.location.search).toBe('?dialog=experts&item=12');
});

test('where all cases and experts stand on the page, nothing leads to more', async () => {
  const { user } = await open({ useCasesCount: 4, expertsCount: 1 });
  await user.click((await section('Кейсы')).getByRole('button', { name: 'Ещё 1 кейс' }));
  expect(screen.queryByRole('button', { name: 'Все кейсы и эксперты' })).toBeNull();
});

test('the message to an expert begins with what it is about', async () => {
  await open();
  const part = await section('Кого спросить');
  const link = new URL(part.getByRole('link').getAttribute('href')!);
  expect(link.origin + link.pathname).toBe('https://t.me/maria_s');
  expect(link.searchParams.get('text')).toBe('Привет! Вопрос про Курсор: ');
});

test('nobody is offered to ask themselves', async () => {
  await open({ expertsToAsk: [{ ...around.expertsToAsk[0], id: aUser().id }] });
  const part = await section('Кого спросить');
  expect(part.getByText('это вы')).toBeInTheDocument();
  expect(part.queryByRole('link')).toBeNull();
});

test('a very long name takes four lines at most; the whole of it is told on pointing', async () => {
  const titleRu = 'Длинное имя '.repeat(20).trim();
  await open({ titleRu });
  const heading = await screen.findByRole('heading', { level: 1, name: titleRu });
  expect(heading).toHaveAttribute('title', titleRu);
  expect(getComputedStyle(heading).getPropertyValue('-webkit-line-clamp')).toBe('4');
});

test('what may stand in its place comes with the one difference that matters', async () => {
  await open();
  const part = await section('Вместо него');
  expect(part.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
    'Сервис 13Одобрен для Nexters',
    'Сервис 14Используют 5 коллег',
    'Сервис 15Ещё и: видео',
  ]);
  expect(part.getByRole('link', { name: 'Сервис 14' })).toHaveAttribute('href', '/services/14');
});

test('facts have their dates', async () => {
  await open();
  const part = await section('Факты');
  expect(part.getByText(/^Работает, 20 ноября 2026/)).toBeInTheDocument();
});

test('an admin sees that it is hidden, edits it and sees what may be the same; nobody else does', async () => {
  const hidden = { adminVisibility: 'hidden', possibleDuplicates: [anItem('16')] };
  const { unmount } = await open(hidden, aUser({ isAdmin: true }));
  expect(await screen.findByText('Скрыто')).toBeInTheDocument();
  const part = await section('Для администратора');
  expect(part.getAllByRole('button').map((one) => one.textContent)).toEqual([
    'Изменить',
    'Правила данных',
    'История',
    'Видимость и заметки',
  ]);
  expect(part.getByRole('link', { name: 'Сервис 16' })).toHaveAttribute('href', '/services/16');
  unmount();
  await open();
  await section('Факты');
  expect(screen.queryByRole('region', { name: 'Для администратора' })).toBeNull();
});

test('a service that was merged leads to the one that it is now', async () => {
  const { place } = await open({}, aUser(), '/services/7');
  await waitFor(() => expect(place()).toBe('/services/12'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Курсор' })).toBeInTheDocument();
});

test('an unknown service says so, and leads to the catalogue', async () => {
  await open({}, aUser(), '/services/404');
  expect(await screen.findByRole('heading', { name: 'Такого сервиса нет' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'В каталог' })).toHaveAttribute('href', '/dashboard');
});

test('everything is said in English too', async () => {
  const { user } = await open({}, aUser());
  await section('Факты');
  const { default: i18next } = await import('i18next');
  await act(() => i18next.changeLanguage('en'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Cursor' })).toBeInTheDocument();
  expect(screen.getByText('5 colleagues use it')).toBeInTheDocument();
  expect(screen.getByText('Not decided for Nexters')).toBeInTheDocument();
  await user.tab();
});
