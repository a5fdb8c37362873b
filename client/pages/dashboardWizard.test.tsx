import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import i18next from 'i18next';
import { phoneQuery } from '../features/wizard/Wizard.tsx';
import { field, openDashboard } from '../testing/dashboard.tsx';

afterEach(() => jest.restoreAllMocks());

test('the wizard leads through three levels and puts the concepts of a task into the search', async () => {
  const { user, address, asked, counted } = await openDashboard({
    at: '/dashboard?search=звук&tags=music',
    conceptCount: ([concept]) => (concept === 'ai-basics' ? 21 : 3),
  });
  const category = await screen.findByRole('button', { name: 'Учиться' });
  expect(category).toHaveAttribute('aria-expanded', 'false');
  expect(counted).toEqual([]);
  await user.click(category);
  await user.click(await screen.findByRole('button', { name: 'Основы ИИ' }));
  expect(address()).toBe('?search=звук&tags=music&cat=learn&sub=basics');
  await user.click(
    await screen.findByRole('button', { name: 'Понять, как устроены нейросети 21 сервис' }),
  );
  expect(address()).toBe('?concepts=ai-basics&cat=learn&sub=basics');
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ concepts: ['ai-basics'] }));
  expect(asked.at(-1)).not.toHaveProperty('search');
  expect(asked.at(-1)).not.toHaveProperty('tags');
  expect(
    await screen.findByText('Учиться › Основы ИИ › Понять, как устроены нейросети'),
  ).toBeInTheDocument();
  expect(counted).toEqual([113]);
  await user.click(screen.getByRole('button', { name: 'Сбросить' }));
  await waitFor(() => expect(address()).toBe(''));
});

test('each step of the wizard is a step of the history', async () => {
  const { user, address, router } = await openDashboard({ at: '/dashboard?search=звук' });
  await user.click(await screen.findByRole('button', { name: 'Учиться' }));
  await user.click(await screen.findByRole('button', { name: 'Основы ИИ' }));
  expect(address()).toBe('?search=звук&cat=learn&sub=basics');
  await act(() => router.navigate(-1));
  expect(address()).toBe('?search=звук&cat=learn');
  await act(() => router.navigate(-1));
  expect(address()).toBe('?search=звук');
});

test('a task that finds nothing is not there, nor a subcategory without tasks', async () => {
  const { user } = await openDashboard({
    at: '/dashboard?cat=learn&sub=basics',
    conceptCount: ([concept]) => (['ai-basics', 'voiceover'].includes(concept!) ? 1 : 0),
  });
  const tasks = await screen.findByRole('list', { name: 'Основы ИИ' });
  expect(
    within(tasks)
      .getAllByRole('button')
      .map((one) => one.textContent),
  ).toEqual([expect.stringContaining('Понять, как устроены нейросети1 сервис')]);
  const parts = screen.getByRole('list', { name: 'Учиться' });
  expect(within(parts).getAllByRole('button')).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Анализировать' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Создавать' }));
  expect(await screen.findByRole('button', { name: 'Звук' })).toBeInTheDocument();
});

test('an open category with nothing in it says so', async () => {
  await openDashboard({ at: '/dashboard?cat=learn', conceptCount: () => 0 });
  expect(await screen.findByText('В каталоге пока нет сервисов для этих задач.')).toBeVisible();
});

test('beside a filter of which they know nothing, tasks have no numbers', async () => {
  await openDashboard({ at: '/dashboard?cat=learn&sub=basics&verified=1' });
  expect(
    await screen.findByRole('button', { name: 'Понять, как устроены нейросети' }),
  ).toBeInTheDocument();
});

test('where the numbers cannot be had, every task is there', async () => {
  await openDashboard({
    at: '/dashboard?cat=learn&sub=basics',
    conceptCount: () => {
      throw new GraphQLError('down');
    },
  });
  const tasks = await screen.findByRole('list', { name: 'Основы ИИ' });
  expect(within(tasks).getAllByRole('button')).toHaveLength(4);
});

test('a concept stands in the search under its name, and goes by its button or by Backspace', async () => {
  const { user, asked, address } = await openDashboard({ at: '/dashboard?concepts=voiceover,npc' });
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ concepts: ['voiceover', 'npc'] }));
  await user.click(
    await screen.findByRole('button', { name: 'Убрать задачу «voiceover по-русски»' }),
  );
  await waitFor(() => expect(address()).toBe('?concepts=npc'));
  expect(field()).toHaveFocus();
  await act(() => i18next.changeLanguage('en'));
  expect(
    await screen.findByRole('button', { name: 'Remove task “npc in English”' }),
  ).toBeInTheDocument();
  await user.keyboard('{Backspace}');
  await waitFor(() => expect(address()).toBe(''));
});

describe('on a phone', () => {
  beforeEach(() => {
    jest.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        Object.assign(new EventTarget(), {
          matches: query === phoneQuery,
          media: query,
        }) as MediaQueryList,
    );
  });

  test('the levels of the wizard come as a sheet, and a task closes it', async () => {
    const { user, address } = await openDashboard();
    const category = await screen.findByRole('button', { name: 'Учиться' });
    expect(category).toHaveAttribute('aria-haspopup', 'dialog');
    await user.click(category);
    const sheet = await screen.findByRole('dialog', { name: 'Учиться' });
    await user.click(within(sheet).getByRole('button', { name: 'Основы ИИ' }));
    await user.click(
      within(sheet).getByRole('button', { name: /^Понять, как устроены нейросети/ }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(address()).toBe('?concepts=ai-basics&cat=learn&sub=basics');
    await user.click(
      screen.getByRole('button', { name: 'Учиться › Основы ИИ › Понять, как устроены нейросети' }),
    );
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Сбросить' }),
    );
    await waitFor(() => expect(address()).toBe(''));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('closing the sheet keeps the place, and gives the focus back', async () => {
    const { user, address } = await openDashboard();
    const category = await screen.findByRole('button', { name: 'Создавать' });
    await user.click(category);
    await screen.findByRole('dialog', { name: 'Создавать' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(address()).toBe('?cat=create');
    await waitFor(() => expect(category).toHaveFocus());
  });
});
