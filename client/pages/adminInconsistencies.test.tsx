// One inconsistency: its content and its possible resolutions.
import { act, screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import { aReview, difference, wide } from '../testing/review.tsx';

const { review, show } = aReview();

describe('two texts', () => {
  const long = Array.from({ length: 50 }, (_, index) => `слово${index + 1}`).join(' ');
  beforeEach(() => {
    review.rows = [
      difference('1', {
        type: 'description_changed',
        oldDescription: `Кот рисует. ${long}`,
        newDescription: `Рыжий кот поёт и играет. ${long}`,
      }),
    ];
  });

  test('are shown side by side or inline, with collapsed unchanged runs', async () => {
    wide(1280);
    const { user } = await show();
    expect(await screen.findByText('В каталоге')).toBeInTheDocument();
    expect(screen.getByText(/^изменено \d+ слова?, добавлено \d+ слова?$/)).toBeInTheDocument();
    expect(screen.getAllByText('удалено:').length).toBeGreaterThan(0);
    expect(screen.getAllByText('добавлено:').length).toBeGreaterThan(0);
    expect(screen.getAllByText(/слово25/).length).toBe(2);
    await user.click(screen.getByRole('checkbox', { name: 'Только изменения' }));
    expect(screen.queryByText(/слово25/)).not.toBeInTheDocument();
    expect(screen.getAllByText(/^… \d+ слов[оа]? …$/).length).toBe(2);
    await user.click(screen.getByRole('button', { name: 'Вместе' }));
    expect(screen.queryByText('В каталоге')).not.toBeInTheDocument();
    expect(document.querySelectorAll('del').length).toBeGreaterThan(0);
    expect(document.querySelectorAll('ins').length).toBeGreaterThan(0);
  });
});

test('two addresses are compared by segments, and both can be opened', async () => {
  review.rows = [
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
    review.rows = [
      difference('1', {
        type: 'link_broken',
        url: 'https://tool.example/',
        linkStatus: '404',
        actions: ['ignore', 'delete'],
        resolutionPreviews: [
          { action: 'ignore', bookmark: 'unchanged', reason: null, isPossible: true },
          { action: 'delete', bookmark: 'trashed', reason: null, isPossible: true },
        ],
      }),
    ];
  });

  test('is checked again, and deleted only after a warning about its bookmark', async () => {
    const { user } = await show();
    review.answers['recheck'] = () => {
      throw new GraphQLError('twin', {
        extensions: { code: 'CONFLICT', reason: 'decidedMeanwhile' },
      });
    };
    await user.click(await screen.findByRole('button', { name: 'Проверить ещё раз' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Это расхождение уже решил кто-то другой. Обновите список.',
    );
    review.answers['recheck'] = () => ({ ...review.rows[0], linkStatus: '503' });
    await user.click(screen.getByRole('button', { name: 'Проверить ещё раз' }));
    expect(await screen.findByText('503')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Удалить сервис…' }));
    expect(
      await within(await screen.findByRole('alertdialog')).findByText(
        /Закладка переедет в корзину Raindrop\. Вместе с сервисом исчезнут: 2 кейса, 3 пользователя/,
      ),
    ).toBeInTheDocument();
  });
});

describe('a resolution that cannot be written to Raindrop', () => {
  test('is offered for the catalogue only, and reported as such', async () => {
    const offers = [
      { action: 'use_raindrop', bookmark: 'unchanged', reason: null, isPossible: true },
      {
        action: 'keep_current_update_raindrop',
        bookmark: 'unchanged',
        reason: 'setByService',
        isPossible: true,
      },
    ];
    review.rows = [difference('1', { type: 'media_source_changed', resolutionPreviews: offers })];
    review.answers['resolve'] = () =>
      difference('1', {
        type: 'media_source_changed',
        status: 'resolved',
        resolution: 'keep_current_update_raindrop',
        writtenBack: false,
        notWrittenReason: 'setByService',
        resolvedBy: null,
      });
    review.rows.push(
      difference('2', {
        resolutionPreviews: [offers[0], { ...offers[1], reason: 'noService', isPossible: false }],
      }),
    );
    const { user } = await show();
    const keep = await screen.findByRole('button', { name: 'Оставить текущее только в каталоге' });
    expect(keep).toHaveAccessibleDescription(
      'Каталог не изменится. Raindrop определяет это значение сам, изменить его нельзя',
    );
    expect(screen.queryByText(/обновить Raindrop/)).not.toBeInTheDocument();
    await user.click(keep);
    expect(
      await screen.findByText(
        /^«Сервис 1»: Оставить текущее только в каталоге\. Raindrop определяет это значение сам/,
      ),
    ).toBeInTheDocument();
    // A resolution that cannot be written is disabled.
    const next = () => screen.getByRole('button', { name: /Оставить текущее/ });
    await waitFor(() => expect(next()).toBeDisabled());
    expect(next()).toHaveAccessibleDescription('Raindrop не подключён');
  });
});

test('shows one inconsistency per page below 1024 pixels, with links to its neighbours', async () => {
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

test('shows a failed resolution in place, and keeps the focus', async () => {
  review.answers['resolve'] = () => {
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

describe('by keyboard', () => {
  const { review, show } = aReview();

  describe('the focus stays in the review', () => {
    test('when a key resolves the last inconsistency without a focus in the review', async () => {
      wide(1280);
      review.rows = [difference('1')];
      review.answers['resolve'] = () => {
        review.rows = [];
        return difference('1', { status: 'resolved' });
      };
      const { user } = await show();
      await screen.findByRole('article');
      await user.keyboard('1');
      const empty = await screen.findByRole('heading', { name: 'Расхождений нет' });
      await waitFor(() => expect(empty).toHaveFocus());
    });
  });

  describe('by keys', () => {
    const chosen = () => screen.getByRole('link', { current: true });
    const panel = () => within(screen.getByRole('article')).getByRole('heading', { level: 3 });
    /** The list marks it, the focus is on it, and the panel shows it. */
    const expectOn = async (title: string) => {
      await waitFor(() => expect(panel()).toHaveTextContent(title));
      expect(chosen()).toHaveTextContent(title);
      await waitFor(() => expect(chosen()).toHaveFocus());
    };
    const decided = (id: string, given: object = {}) =>
      difference(id, { status: 'resolved', resolution: 'use_raindrop', canUndo: true, ...given });
    beforeEach(() => {
      wide(1280);
      review.answers['resolve'] = ({ id }) => decided(String(id));
    });

    test('selection, focus and panel agree, with one tab stop', async () => {
      const { user } = await show('/admin/inconsistencies');
      await screen.findByRole('article');
      await user.keyboard('j');
      await expectOn('Сервис 2');
      const stops = within(screen.getByRole('list', { name: 'Список расхождений' }))
        .getAllByRole('link')
        .filter((link) => link.tabIndex === 0);
      expect(stops.map((link) => link.textContent)).toEqual([expect.stringContaining('Сервис 2')]);
      await user.keyboard('j');
      await expectOn('Сервис 3');
      await user.keyboard('k');
      await expectOn('Сервис 2');
      await user.keyboard('{ArrowDown}');
      await expectOn('Сервис 3');
      await user.keyboard('1');
      await waitFor(() => expect(review.sent).toHaveLength(1));
      expect(review.sent[0]).toMatchObject([
        'resolve',
        { id: '3', action: 'keep_current_update_raindrop' },
      ]);
      await expectOn('Сервис 2');
      // The message names the resolved row, not the current one.
      expect(screen.getByText(/^«Сервис 3»: /)).toBeInTheDocument();
    });

    test('u undoes the resolutions, the latest first', async () => {
      review.answers['undo'] = ({ id }) => difference(String(id));
      const { user } = await show('/admin/inconsistencies');
      await screen.findByRole('article');
      await user.keyboard('11');
      await waitFor(() => expect(review.sent).toHaveLength(2));
      await user.keyboard('u');
      await waitFor(() => expect(review.sent.at(-1)).toEqual(['undo', { id: '2' }]));
      await user.keyboard('u');
      await waitFor(() => expect(review.sent.at(-1)).toEqual(['undo', { id: '1' }]));
      await user.keyboard('u');
      await waitFor(() =>
        expect(document.querySelector('[data-announcer]')).toHaveTextContent('Отменять нечего'),
      );
      expect(review.sent).toHaveLength(4);
    });

    test('a failed resolution restores its row with the reason', async () => {
      review.answers['resolve'] = () => {
        throw new GraphQLError('away', {
          extensions: { code: 'UNAVAILABLE', reason: 'bookmarksUnreachable' },
        });
      };
      const { user } = await show('/admin/inconsistencies');
      await screen.findByRole('article');
      await user.keyboard('1');
      expect(
        await screen.findByText('«Сервис 1»: Не удалось решить расхождение в названии'),
      ).toBeInTheDocument();
      await user.click(await screen.findByRole('link', { name: /Сервис 1/ }));
      expect(await screen.findByRole('alert')).toHaveTextContent('Raindrop не отвечает');
    });

    test('a row that somebody else has resolved disappears, with the name', async () => {
      review.answers['resolve'] = () => {
        review.rows[0] = decided('1', {
          resolvedAt: '2026-11-20T11:00:00.000Z',
          resolvedBy: { id: '9', name: 'Игорь Волков' },
        });
        throw new GraphQLError('late', {
          extensions: { code: 'CONFLICT', reason: 'decidedMeanwhile' },
        });
      };
      const { user } = await show('/admin/inconsistencies');
      await user.click(
        within(await screen.findByRole('article')).getByRole('button', {
          name: 'Взять из Raindrop',
        }),
      );
      expect(await screen.findByText(/«Сервис 1»: Уже изменено: Игорь Волков/)).toBeInTheDocument();
      await waitFor(() => expect(panel()).toHaveTextContent('Сервис 2'));
      expect(screen.queryByRole('link', { name: /Сервис 1/ })).not.toBeInTheDocument();
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    });

    test('x selects, resolution keys open the selected ones, and one press undoes all', async () => {
      review.answers['resolveAll'] = ({ ids }) => ({
        resolved: (ids as string[]).map((id) => decided(id)),
        failed: [],
      });
      review.answers['undoAll'] = ({ ids }) => ({
        undone: (ids as string[]).map((id) => difference(id)),
        failed: [],
      });
      const { user } = await show('/admin/inconsistencies');
      await screen.findByRole('article');
      await user.keyboard('xjjx');
      expect(screen.getByRole('checkbox', { name: 'Выделить: Сервис 1' })).toBeChecked();
      expect(screen.getByRole('checkbox', { name: 'Выделить: Сервис 2' })).not.toBeChecked();
      expect(screen.getByRole('checkbox', { name: 'Выделить: Сервис 3' })).toBeChecked();
      await user.keyboard('1');
      const dialog = await screen.findByRole('dialog', { name: 'Решить 2 расхождения: Название' });
      // While a confirmation is open, other keys do nothing.
      await user.keyboard('jx');
      expect(review.sent).toEqual([]);
      await user.click(within(dialog).getByRole('button', { name: 'Взять из Raindrop' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(review.sent).toEqual([['resolveAll', { ids: ['1', '3'], action: 'use_raindrop' }]]);
      await user.click(await screen.findByRole('button', { name: 'Отменить' }));
      await waitFor(() => expect(review.sent.at(-1)).toEqual(['undoAll', { ids: ['1', '3'] }]));
    });
  });
});

describe('together', () => {
  const { review, show } = aReview();

  describe('all of one type', () => {
    const open = async () => {
      const page = await show('/admin/inconsistencies?type=title_changed');
      await page.user.click(await screen.findByRole('button', { name: 'Выделить все 3' }));
      await page.user.click(screen.getByRole('button', { name: 'Решить 3 выделенных' }));
      const dialog = await screen.findByRole('dialog', { name: 'Решить 3 расхождения: Название' });
      return { ...page, dialog };
    };

    test('are previewed before they are resolved; then the focus moves to the empty list', async () => {
      review.answers['resolveAll'] = () => {
        const resolved = review.rows.map((row) => ({
          ...row,
          status: 'resolved',
          resolution: 'use_raindrop',
        }));
        review.rows = [];
        return { resolved, failed: [] };
      };
      const { user, dialog } = await open();
      for (const id of ['1', '2', '3']) {
        const row = within(dialog).getByText(`Сервис ${id}`).closest('li')!;
        expect(within(row).getByText(`Старое ${id}`, { selector: 'del' })).toBeInTheDocument();
        expect(within(row).getByText(`Новое ${id}`, { selector: 'ins' })).toBeInTheDocument();
      }
      expect(review.sent).toEqual([]);
      await user.click(within(dialog).getByRole('button', { name: 'Взять из Raindrop' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(review.sent).toEqual([
        ['resolveAll', { ids: ['1', '2', '3'], action: 'use_raindrop' }],
      ]);
      expect(await screen.findByText('Решено 3 расхождения')).toBeInTheDocument();
      const empty = screen.getByRole('heading', { name: 'С такими фильтрами расхождений нет' });
      await waitFor(() => expect(empty).toHaveFocus());
    });

    test('focus stop during the work, then the dialog, which counts the failed ones with reasons', async () => {
      let give: () => void = () => undefined;
      review.answers['resolveAll'] = () =>
        new Promise((resolve) => {
          give = () =>
            resolve({
              resolved: [{ ...review.rows[0], status: 'resolved' }],
              failed: review.rows
                .slice(1)
                .map((row) => ({ ...row, error: '503', errorReason: 'bookmarksUnreachable' })),
            });
        });
      const { user, dialog } = await open();
      await user.click(within(dialog).getByRole('button', { name: 'Взять из Raindrop' }));
      await waitFor(() =>
        expect(within(dialog).getByRole('button', { name: 'Остановить' })).toHaveFocus(),
      );
      await act(async () => give());
      expect(await within(dialog).findByRole('alert')).toHaveTextContent(
        'Осталось открытыми 2 расхождения. Raindrop не отвечает. Повторите позже.',
      );
      expect(dialog).toContainElement(document.activeElement as HTMLElement);
    });
  });

  test('many are resolved in batches with progress and stop', async () => {
    wide(1280);
    review.rows = Array.from({ length: 25 }, (_, index) => difference(String(index + 1)));
    const waiting: Array<() => void> = [];
    review.answers['resolveAll'] = ({ ids }) =>
      new Promise((resolve) =>
        waiting.push(() =>
          resolve({
            resolved: (ids as string[]).map((id) => difference(id, { status: 'resolved' })),
            failed: [],
          }),
        ),
      );
    const { user } = await show('/admin/inconsistencies');
    await user.click(await screen.findByRole('button', { name: 'Выделить все 25' }));
    await user.click(screen.getByRole('button', { name: 'Решить 25 выделенных' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Взять из Raindrop' }));
    expect(await within(dialog).findByText('Обработано 0 из 25')).toBeInTheDocument();
    await act(async () => waiting[0]!());
    expect(await within(dialog).findByText('Обработано 10 из 25')).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Остановить' }));
    await act(async () => waiting[1]!());
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(
      'Осталось открытыми 5 расхождений',
    );
    expect(review.sent).toHaveLength(2);
  });
});
