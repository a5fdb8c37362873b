import { jest } from '@jest/globals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { renderPage } from '../testing/render.tsx';
import { Combobox, type ComboboxGroup } from './Combobox.tsx';

const groups: ComboboxGroup[] = [
  {
    id: 'tags',
    label: 'Теги',
    options: [
      { id: 'music', text: 'музыка', detail: 24 },
      { id: 'museum', text: 'музей', detail: 2 },
    ],
  },
  { id: 'popular', label: 'Популярное', options: [{ id: 'suno', text: 'Suno' }] },
];

const submitted = jest.fn<(value: string) => void>();
const chosen = jest.fn<(option: string, group: string) => void>();
const emptied = jest.fn<() => void>();

function Search({ found = groups }: { found?: ComboboxGroup[] }) {
  const [value, setValue] = useState('');
  return (
    <Combobox
      label="Поиск"
      placeholder="Сервис"
      value={value}
      onChange={setValue}
      onSubmit={submitted}
      groups={value.trim() === '' ? [] : found}
      onChoose={(option, group) => chosen(option.id, group.id)}
      onEmptyBackspace={emptied}
      clearLabel="Очистить поиск"
      countLabel={(count) => `Подсказок: ${count}`}
    />
  );
}

const field = () => screen.getByRole('combobox', { name: 'Поиск' });
const marked = () => {
  const id = field().getAttribute('aria-activedescendant');
  return id ? document.getElementById(id)?.textContent : null;
};
const type = async (text: string) => {
  const page = await renderPage(<Search />);
  await page.user.type(field(), text);
  return page;
};

beforeEach(() => [submitted, chosen, emptied].forEach((mock) => mock.mockClear()));

test('closed while there is nothing to suggest, open with suggestions in groups', async () => {
  const { user } = await renderPage(<Search />);
  expect(field()).toHaveAttribute('aria-expanded', 'false');
  await user.type(field(), 'муз');
  expect(field()).toHaveAttribute('aria-expanded', 'true');
  const list = document.getElementById(field().getAttribute('aria-controls') ?? '')!;
  expect(list).toHaveAttribute('role', 'listbox');
  expect(within(list).getAllByRole('option')).toHaveLength(3);
  expect(within(list).getByRole('group', { name: 'Теги' })).toBeVisible();
  expect(list.querySelector('mark')).toHaveTextContent('муз');
});

test('arrows go through the options and the text, and the focus stays in the field', async () => {
  const { user } = await type('муз');
  const seen: Array<string | null | undefined> = [];
  for (let press = 0; press < 5; press += 1) {
    await user.keyboard('{ArrowDown}');
    seen.push(marked());
  }
  expect(seen).toEqual(['музыка24', 'музей2', 'Suno', null, 'музыка24']);
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(marked()).toBe('Suno');
  expect(field()).toHaveFocus();
});

test('Enter without a marked option searches the typed text', async () => {
  const { user } = await type('муз');
  await user.keyboard('{Enter}');
  expect(submitted).toHaveBeenCalledWith('муз');
  expect(chosen).not.toHaveBeenCalled();
  expect(field()).toHaveAttribute('aria-expanded', 'false');
});

test('Enter on a marked option chooses it', async () => {
  const { user } = await type('муз');
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(chosen).toHaveBeenCalledWith('museum', 'tags');
  expect(submitted).not.toHaveBeenCalled();
});

test('typing on takes the mark away', async () => {
  const { user } = await type('муз');
  await user.keyboard('{ArrowDown}');
  await user.type(field(), 'ы');
  expect(marked()).toBeNull();
});

test('the first Escape closes, the second clears', async () => {
  const { user } = await type('муз');
  await user.keyboard('{Escape}');
  expect(field()).toHaveAttribute('aria-expanded', 'false');
  expect(field()).toHaveValue('муз');
  await user.keyboard('{Escape}');
  expect(field()).toHaveValue('');
});

test('Home and End stay with the text', async () => {
  const { user } = await type('муз');
  await user.keyboard('{Home}и');
  expect(field()).toHaveValue('имуз');
});

test('a press chooses', async () => {
  const { user } = await type('муз');
  await user.click(screen.getByRole('option', { name: 'Suno' }));
  expect(chosen).toHaveBeenCalledWith('suno', 'popular');
});

test('Backspace in the empty field takes the last chip, clearing keeps the focus', async () => {
  const { user } = await type('м');
  await user.click(screen.getByRole('button', { name: 'Очистить поиск' }));
  expect(field()).toHaveValue('');
  expect(field()).toHaveFocus();
  await user.keyboard('{Backspace}');
  expect(emptied).toHaveBeenCalledTimes(1);
});

test('leaving the field closes the list', async () => {
  const { user } = await type('муз');
  await user.tab();
  await user.tab();
  expect(field()).toHaveAttribute('aria-expanded', 'false');
});

test('the number of suggestions is said, politely and a little later', async () => {
  await renderPage(<Search />);
  const region = document.querySelector('[data-announcer]')!;
  jest.useFakeTimers();
  try {
    fireEvent.change(field(), { target: { value: 'муз' } });
    await act(() => jest.advanceTimersByTimeAsync(499));
    expect(region).toBeEmptyDOMElement();
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(region).toHaveTextContent('Подсказок: 3');
  } finally {
    jest.useRealTimers();
  }
});
