import { screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import { Route, Routes } from 'react-router-dom';
import { setCurrentUser } from '../browser/currentUser.ts';
import { anItem } from '../features/catalogue/testItems.ts';
import { aUser } from '../testing/fixtures.ts';
import { renderPage } from '../testing/render.tsx';
import { me } from '../testing/useCases.ts';
import { LoadoutPage } from './LoadoutPage.tsx';

const service = (id: string, state: string) => ({
  item: { ...anItem(id), isLiked: state === 'used', approvalStatus: 'approved' },
  reasonRu: `Для задачи ${id}`,
  reasonEn: null,
  state,
  colleaguesCount: 3,
});

const aLoadout = (changes: object = {}) => ({
  id: '1',
  kind: 'official',
  titleRu: '2D-художник',
  titleEn: '2D artist',
  descriptionRu: 'Инструменты на первый день.',
  descriptionEn: null,
  discipline: 'artist_2d',
  company: { key: 'nexters', name: 'Nexters' },
  owner: { id: '9', name: 'Вера Громова', avatarUrl: null, telegramUsername: 'vera' },
  isOwn: false,
  mayEdit: false,
  mayMakeOfficial: false,
  mayMakeOfficialForAll: false,
  itemsCount: 4,
  takersCount: 14,
  version: 1,
  updatedAt: '2026-11-21T10:00:00.000Z',
  items: [
    service('11', 'used'),
    service('12', 'approved'),
    service('13', 'may_request'),
    service('14', 'waiting'),
  ],
  progress: { total: 4, used: 1, takenAt: null, isHidden: false },
  dataClasses: [
    { dataClass: 'public_material', yes: 2, yesIf: 1, ask: 0, no: 0, undecided: 1 },
    { dataClass: 'source_code', yes: 0, yesIf: 0, ask: 0, no: 3, undecided: 1 },
  ],
  undecidedItems: [anItem('14')],
  colleagues: [
    {
      person: { id: '8', name: 'Кирилл Лебедев', avatarUrl: null, discipline: 'artist_2d' },
      usedCount: 3,
    },
  ],
  ...changes,
});

const disciplines = () => [{ discipline: 'artist_2d', nameRu: '2D-художник', nameEn: '2D artist' }];

type Answers = Record<string, (root: unknown, args: Record<string, unknown>) => unknown>;

const open = (loadout: () => object, mutations: Answers = {}, at = '/loadouts/1') => {
  setCurrentUser(aUser());
  return renderPage(
    <Routes>
      <Route path="/loadouts/:id" element={<LoadoutPage />} />
    </Routes>,
    {
      at,
      resolvers: {
        Query: { me: () => me(), loadout, disciplines },
        Mutation: mutations,
      } as never,
    },
  );
};

test('leads to a question about an access request', async () => {
  const asked = service('14', 'waiting');
  const myAccessRequest = {
    id: '5',
    status: 'needs_answer',
    createdAt: '2026-11-20T10:00:00.000Z',
  };
  await open(() => aLoadout({ items: [{ ...asked, item: { ...asked.item, myAccessRequest } }] }));
  expect(await screen.findByRole('link', { name: 'Ответить' })).toHaveAttribute(
    'href',
    '/profile/requests',
  );
});

test('taking it likes approved services, then requests access to the others', async () => {
  const sent: unknown[] = [];
  const note = (name: string, answer: unknown) => (_root: unknown, args: unknown) => {
    sent.push([name, args]);
    return answer;
  };
  const taken = aLoadout({
    items: [
      service('11', 'used'),
      service('12', 'used'),
      service('13', 'may_request'),
      service('14', 'waiting'),
    ],
  });
  let now = aLoadout();
  const { user } = await open(() => now, {
    takeLoadout: (root, args) => {
      now = taken;
      return note('take', taken)(root, args);
    },
    requestAccessForLoadout: note('request', []),
  });
  const progress = within(await screen.findByRole('region', { name: 'Прогресс' }));
  expect(progress.getByText('Используете 1 из 4')).toBeInTheDocument();
  await user.click(progress.getByRole('button', { name: 'Взять набор' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Запрос доступа' }));
  expect(progress.getByText('Используете 2 из 4')).toBeInTheDocument();
  expect(dialog.getByRole('checkbox', { name: 'Сервис 13' })).toBeChecked();
  await user.click(dialog.getByRole('radio', { name: /^Базовая/ }));
  await user.click(dialog.getByRole('button', { name: 'Отправить запрос' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toMatchObject([
    ['take', { id: '1', markItemIds: ['12'] }],
    ['request', { id: '1', input: { itemIds: ['13'], features: 'Для набора «2D-художник»' } }],
  ]);
});

test('undo restores the official state for all companies', async () => {
  const sent: unknown[] = [];
  const everywhere = {
    company: null,
    mayEdit: true,
    mayMakeOfficial: true,
    mayMakeOfficialForAll: true,
  };
  let now = aLoadout(everywhere);
  const { user } = await open(() => now, {
    setLoadoutKind: (_root, { kind, allCompanies }) => {
      sent.push({ kind, allCompanies });
      const company = allCompanies ? null : { key: 'nexters', name: 'Nexters' };
      now = aLoadout({ ...everywhere, kind, company, version: now.version + 1 });
      return now;
    },
  });
  await user.click(await screen.findByRole('button', { name: /^Ещё действия/ }));
  await user.click(await screen.findByRole('menuitem', { name: /^Снять отметку/ }));
  await user.click(await screen.findByRole('button', { name: 'Отменить' }));
  await waitFor(() =>
    expect(sent).toEqual([
      { kind: 'team', allCompanies: false },
      { kind: 'official', allCompanies: true },
    ]),
  );
});

test('reports a conflict, keeps the typed text, and saves it on request', async () => {
  const mine = { kind: 'personal', mayEdit: true, isOwn: true };
  let now = aLoadout(mine);
  const { user } = await open(
    () => now,
    {
      updateLoadout: (_root, { expectedVersion, input }) => {
        if (expectedVersion === 1) {
          now = aLoadout({ ...mine, titleRu: 'Художник', version: 2 });
          throw new GraphQLError('changed', {
            extensions: {
              code: 'CONFLICT',
              reason: 'changedMeanwhile',
              facts: { who: 'Вера Громова', when: '2026-11-21T10:00:00.000Z' },
            },
          });
        }
        now = aLoadout({ ...mine, ...(input as object), version: 3 });
        return now;
      },
    },
    '/loadouts/1?edit',
  );
  const title = await screen.findByRole('textbox', { name: /^Название/ });
  await user.clear(title);
  await user.type(title, 'Художник по персонажам');
  await user.click(screen.getByRole('button', { name: 'Сохранить' }));
  expect(await screen.findByText(/^Вера Громова: набор изменён/)).toBeInTheDocument();
  expect(screen.getByText('Сохранённая версия: «Художник»')).toBeInTheDocument();
  expect(title).toHaveValue('Художник по персонажам');
  await user.click(screen.getByRole('button', { name: 'Сохранить мою' }));
  await waitFor(() => expect(now).toMatchObject({ titleRu: 'Художник по персонажам', version: 3 }));
  await waitFor(() => expect(screen.queryByText(/^Сохранённая версия/)).toBeNull());
});

test('saves what a service is for with what is typed meanwhile, and undoes it', async () => {
  const mine = { kind: 'personal', mayEdit: true, isOwn: true, items: [service('11', 'used')] };
  let now = aLoadout(mine);
  let answer = () => {};
  const sent: unknown[] = [];
  const { user } = await open(
    () => now,
    {
      updateLoadoutItem: async (_root, { input }) => {
        sent.push((input as { reasonRu: string }).reasonRu);
        if (sent.length === 1) await new Promise<void>((resolve) => (answer = resolve));
        const items = [{ ...service('11', 'used'), ...(input as object) }];
        now = aLoadout({ ...mine, items, version: now.version + 1 });
        return now;
      },
    },
    '/loadouts/1?edit',
  );
  const reason = await screen.findByRole('textbox', { name: 'Для чего Сервис 11' });
  await user.clear(reason);
  await user.type(reason, 'Иконки{Enter}');
  await waitFor(() => expect(sent).toEqual(['Иконки']));
  await user.type(reason, ' и баннеры');
  answer();
  await waitFor(() => expect(sent).toEqual(['Иконки', 'Иконки и баннеры']));
  expect(reason).toHaveValue('Иконки и баннеры');
  await user.click(await screen.findByRole('button', { name: 'Отменить' }));
  await waitFor(() => expect(reason).toHaveValue('Для задачи 11'));
});
