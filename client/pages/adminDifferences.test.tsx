// One difference: what it shows, and what can be decided about it.
import { screen, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import { aDesk, difference, wide } from '../testing/desk.tsx';

const { desk, show } = aDesk();

describe('two texts', () => {
  const long = Array.from({ length: 50 }, (_, index) => `слово${index + 1}`).join(' ');
  beforeEach(() => {
    desk.rows = [
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
  desk.rows = [
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
    desk.rows = [
      difference('1', {
        type: 'link_broken',
        url: 'https://tool.example/',
        linkStatus: '404',
        actions: ['ignore', 'delete'],
        offers: [
          { action: 'ignore', bookmark: 'unchanged', reason: null, isPossible: true },
          { action: 'delete', bookmark: 'trashed', reason: null, isPossible: true },
        ],
      }),
    ];
  });

  test('is checked again', async () => {
    desk.answers['recheck'] = () => ({ ...desk.rows[0], linkStatus: '503' });
    const { user } = await show();
    expect(await screen.findByText('404')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Проверить ещё раз' }));
    expect(await screen.findByText('503')).toBeInTheDocument();
  });

  test('is deleted only after the page has said that its bookmark goes to the trash too', async () => {
    const { user } = await show();
    await user.click(await screen.findByRole('button', { name: 'Удалить из каталога' }));
    expect(
      await within(await screen.findByRole('alertdialog')).findByText(
        /Закладка переедет в корзину Raindrop\. Вместе с сервисом исчезнут: 2 кейса, «Использую» у 3 человек/,
      ),
    ).toBeInTheDocument();
  });

  test('that could not be checked says why', async () => {
    desk.answers['recheck'] = () => {
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

describe('what cannot be written to Raindrop', () => {
  test('is offered as a decision about the catalogue only, and told so once it is decided', async () => {
    const offers = [
      { action: 'use_raindrop', bookmark: 'unchanged', reason: null, isPossible: true },
      {
        action: 'keep_current_update_raindrop',
        bookmark: 'unchanged',
        reason: 'setByService',
        isPossible: true,
      },
    ];
    desk.rows = [difference('1', { type: 'media_source_changed', offers })];
    desk.answers['resolve'] = () =>
      difference('1', {
        type: 'media_source_changed',
        status: 'resolved',
        resolution: 'keep_current_update_raindrop',
        writtenBack: false,
        notWrittenReason: 'setByService',
        resolvedBy: null,
      });
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
  });

  test('and must be is no button to press, with the reason', async () => {
    desk.rows = [
      difference('1', {
        offers: [
          { action: 'use_raindrop', bookmark: 'unchanged', reason: null, isPossible: true },
          {
            action: 'keep_current_update_raindrop',
            bookmark: 'unchanged',
            reason: 'noService',
            isPossible: false,
          },
        ],
      }),
    ];
    await show();
    const keep = await screen.findByRole('button', { name: /Оставить текущее/ });
    expect(keep).toBeDisabled();
    expect(keep).toHaveAccessibleDescription('Raindrop не подключён');
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
  desk.answers['resolve'] = () => {
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
