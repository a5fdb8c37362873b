import { act, screen, waitFor, within } from '@testing-library/react';
import { jest } from '@jest/globals';
import { GraphQLError } from 'graphql';
import { keepCurrentUser } from '../browser/currentUser.ts';
import { forgetNotices } from '../design/notices.ts';
import { notify } from '../design/notify.ts';
import { Differences } from '../features/inconsistencies/Differences.tsx';
import { anAdmin } from '../testing/people.ts';
import { renderPage } from '../testing/render.tsx';

type Args = Record<string, unknown>;

const difference = (id: string, given: object = {}) => ({
  id,
  type: 'title_changed',
  status: 'new',
  oldTitle: `Старое ${id}`,
  newTitle: `Новое ${id}`,
  changedOnBothSides: false,
  actions: ['use_raindrop', 'keep_current_update_raindrop'],
  error: null as string | null,
  errorReason: null as string | null,
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
  canUndo: false,
  knowledgeItem: {
    id,
    titleRu: `Сервис ${id}`,
    titleEn: null,
    descriptionRu: 'Описание',
    descriptionEn: null,
    imageUrl: null,
    sourceUrl: `https://service-${id}.example/`,
    raindropTags: [],
    likesCount: 3,
    useCasesCount: 2,
  },
  ...given,
});

let rows: Array<ReturnType<typeof difference>>;
let answers: Record<string, (args: Args) => unknown>;
let sent: Array<[string, Args]>;
const answer = (name: string) => (_: unknown, args: Args) => {
  sent.push([name, { ...args }]);
  return answers[name]!(args);
};
const resolvers = {
  Query: { inconsistencies: () => rows, inconsistencyCounts: () => [] },
  Mutation: {
    resolveInconsistency: answer('resolve'),
    resolveInconsistencies: answer('resolveAll'),
    recheckLink: answer('recheck'),
  },
};

beforeEach(() => {
  keepCurrentUser(anAdmin());
  rows = [difference('1'), difference('2'), difference('3')];
  sent = [];
  answers = {};
});
afterEach(() => {
  jest.restoreAllMocks();
  act(() => {
    notify.dismiss();
    forgetNotices();
  });
});

/** As wide as given, in pixels. */
const wide = (width: number) =>
  jest.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const matches = width >= Number(/min-width: (\d+)px/.exec(query)?.[1] ?? Infinity);
    return Object.assign(new EventTarget(), { matches, media: query }) as MediaQueryList;
  });
const show = (at = '/admin/inconsistencies?id=1') =>
  renderPage(<Differences singleKeys />, { resolvers, at });

describe('two texts', () => {
  const long = Array.from({ length: 50 }, (_, index) => `слово${index + 1}`).join(' ');
  beforeEach(() => {
    rows = [
      difference('1', {
        type: 'description_changed',
        oldDescription: `Кот рисует. ${long}`,
        newDescription: `Рыжий кот поёт и играет. ${long}`,
      }),
    ];
  });

  test('stand side by side or one in the other, and the sum of the changes is said', async () => {
    wide(1280);
    const { user } = await show();
    expect(await screen.findByText('В каталоге (текущее)')).toBeInTheDocument();
    expect(screen.getByText(/^изменено \d+ слова?, добавлено \d+ слова?$/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Вместе' }));
    expect(screen.queryByText('В каталоге (текущее)')).not.toBeInTheDocument();
    expect(document.querySelectorAll('del').length).toBeGreaterThan(0);
    expect(document.querySelectorAll('ins').length).toBeGreaterThan(0);
  });

  test('hide long unchanged runs on request', async () => {
    wide(1280);
    const { user } = await show();
    expect((await screen.findAllByText(/слово25/)).length).toBe(2);
    await user.click(screen.getByRole('checkbox', { name: 'Только изменения' }));
    expect(screen.queryByText(/слово25/)).not.toBeInTheDocument();
    expect(screen.getAllByText(/^… \d+ слов[оа]? …$/).length).toBe(2);
  });

  test('tell assistive technology what went and what came', async () => {
    await show();
    expect((await screen.findAllByText('удалено:')).length).toBeGreaterThan(0);
    expect(screen.getAllByText('добавлено:').length).toBeGreaterThan(0);
  });
});

test('two addresses are compared by their parts, and both can be opened', async () => {
  rows = [
    difference('1', {
      type: 'source_url_changed',
      oldUrl: 'https://tool.example/one/page',
      newUrl: 'https://tool.example/two/page',
    }),
  ];
  await show();
  const links = await screen.findAllByRole('link', { name: /tool\.example/ });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    'https://tool.example/one/page',
    'https://tool.example/two/page',
  ]);
  expect(within(links[0]!).getByText('one', { selector: 'del' })).toBeInTheDocument();
  expect(within(links[1]!).getByText('two', { selector: 'ins' })).toBeInTheDocument();
});

describe('a broken link', () => {
  beforeEach(() => {
    rows = [
      difference('1', {
        type: 'link_broken',
        url: 'https://tool.example/',
        linkStatus: '404',
        actions: ['ignore', 'delete'],
      }),
    ];
  });

  test('is checked again', async () => {
    answers['recheck'] = () => ({ ...rows[0], linkStatus: '503' });
    const { user } = await show();
    expect(await screen.findByText('404')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Проверить ещё раз' }));
    expect(await screen.findByText('503')).toBeInTheDocument();
  });

  test('that could not be checked says why', async () => {
    answers['recheck'] = () => {
      throw new GraphQLError('twin', {
        extensions: { code: 'CONFLICT', reason: 'decidedMeanwhile' },
      });
    };
    const { user } = await show();
    await user.click(await screen.findByRole('button', { name: 'Проверить ещё раз' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Это расхождение уже решил кто-то другой. Обновите список.',
    );
  });
});

test('below 1024 pixels one difference is a page of its own, with its neighbours', async () => {
  wide(800);
  const { user, router } = await show('/admin/inconsistencies');
  await user.click(await screen.findByRole('link', { name: /Сервис 2/ }));
  expect(await screen.findByRole('heading', { name: 'Сервис 2' })).toBeInTheDocument();
  expect(screen.queryByRole('list', { name: 'Список расхождений' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'Следующее' }));
  expect(router.state.location.search).toBe('?id=3');
  expect(screen.queryByRole('link', { name: 'Следующее' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'Предыдущее' }));
  expect(router.state.location.search).toBe('?id=2');
  await user.click(screen.getByRole('link', { name: 'К списку' }));
  expect(await screen.findByRole('list', { name: 'Список расхождений' })).toBeInTheDocument();
});

test('a decision that failed is said in place, and the choice keeps the focus', async () => {
  answers['resolve'] = () => {
    throw new GraphQLError('away', {
      extensions: { code: 'UNAVAILABLE', reason: 'bookmarksUnreachable' },
    });
  };
  const { user } = await show();
  const choice = await screen.findByRole('button', {
    name: 'Оставить текущее и обновить Raindrop',
  });
  await user.click(choice);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Не удалось решить расхождение в названии. Raindrop не отвечает. Повторите позже.',
  );
  expect(choice).toHaveFocus();
});

describe('all of one type', () => {
  const open = async () => {
    const page = await show('/admin/inconsistencies?type=title_changed');
    await page.user.click(await screen.findByRole('button', { name: 'Решить сразу все' }));
    const dialog = await screen.findByRole('dialog', { name: 'Решить 3 расхождения: Название' });
    return { ...page, dialog };
  };

  test('are looked at before they are decided together', async () => {
    answers['resolveAll'] = () => ({
      resolved: rows.map((row) => ({ ...row, status: 'resolved', resolution: 'use_raindrop' })),
      failed: [],
    });
    const { user, dialog } = await open();
    for (const id of ['1', '2', '3']) {
      const row = within(dialog).getByText(`Сервис ${id}`).closest('li')!;
      expect(within(row).getByText(`Старое ${id}`, { selector: 'del' })).toBeInTheDocument();
      expect(within(row).getByText(`Новое ${id}`, { selector: 'ins' })).toBeInTheDocument();
    }
    expect(sent).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Взять из Raindrop' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent).toEqual([['resolveAll', { ids: ['1', '2', '3'], action: 'use_raindrop' }]]);
    expect(await screen.findByText('Решено 3 расхождения')).toBeInTheDocument();
  });

  test('those that stay open are counted, with the reason', async () => {
    answers['resolveAll'] = () => ({
      resolved: [{ ...rows[0], status: 'resolved' }],
      failed: rows
        .slice(1)
        .map((row) => ({ ...row, error: 'It answers 503', errorReason: 'bookmarksUnreachable' })),
    });
    const { user, dialog } = await open();
    await user.click(within(dialog).getByRole('button', { name: 'Взять из Raindrop' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(
      'Осталось открытыми 2 расхождения. Raindrop не отвечает. Повторите позже.',
    );
  });
});
