import { act, screen, waitFor } from '@testing-library/react';
import { jest } from '@jest/globals';
import { setCurrentUser } from '../../browser/currentUser.ts';
import { hasContributed } from '../../browser/firstContribution.ts';
import { aUser } from '../../testing/fixtures.ts';
import { renderPage, type Surroundings } from '../../testing/render.tsx';
import { complaintGroups } from './ComplaintFilters.tsx';
import { ComplaintDialog } from './ComplaintDialog.tsx';

const onClose = jest.fn();
let inputs: unknown[] = [];
let answer: () => unknown = () => ({ id: '1', status: 'new' });

beforeEach(() => {
  setCurrentUser(aUser());
  onClose.mockClear();
  inputs = [];
  answer = () => ({ id: '1', status: 'new' });
});
const open = async (around: Surroundings = {}) => {
  const resolvers = {
    Query: { knowledgeItem: () => ({ id: '12', titleRu: 'Курсор', titleEn: 'Cursor' }) },
    Mutation: {
      reportItem: (_root: unknown, { input }: { input: unknown }) => {
        inputs.push(input);
        return answer();
      },
    },
  };
  const page = await renderPage(<ComplaintDialog itemId="12" onClose={onClose} />, {
    resolvers,
    ...around,
  });
  await screen.findByRole('dialog');
  return page;
};
const send = () => screen.getByRole('button', { name: 'Отправить' });
const comment = () => screen.getByRole('textbox', { name: 'Комментарий (необязательно)' });

test('lists fifteen types in four groups; requires one, and limits the comment to 2,000 characters', async () => {
  const { user } = await open();
  const types = complaintGroups.flatMap((group) => group.types);
  expect(new Set(types).size).toBe(15);
  const radios = screen.getAllByRole<HTMLInputElement>('radio');
  expect(radios.map((radio) => radio.value)).toEqual(types);
  for (const name of ['Содержание', 'Перевод', 'Теги', 'Другое']) {
    expect(screen.getByRole('group', { name })).toBeInTheDocument();
  }
  expect(send()).toBeDisabled();
  expect(send()).toHaveAccessibleDescription('Выберите причину');
  await user.click(radios[0]!);
  await user.click(radios[14]!);
  expect(radios.filter((radio) => radio.checked)).toEqual([radios[14]]);
  expect(send()).toBeEnabled();
  expect(send()).not.toHaveAccessibleDescription();
  await user.click(comment());
  await user.paste('а'.repeat(1599));
  expect(screen.queryByText(/из 2.000/)).toBeNull();
  await user.paste('а');
  expect(screen.getByText(/1.600 из 2.000/)).toBeInTheDocument();
  await user.paste('а'.repeat(400));
  expect(send()).toBeEnabled();
  await user.paste('б');
  expect(send()).toBeDisabled();
});

test('sends a trimmed comment; two quick presses send one complaint', async () => {
  const { user } = await open();
  expect(await screen.findByText('Курсор')).toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: 'Другая причина' }));
  await user.type(comment(), '  Пустая страница ');
  await user.dblClick(send());
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(inputs).toEqual([
    { knowledgeItemId: '12', complaintType: 'other', comment: 'Пустая страница' },
  ]);
  expect(hasContributed()).toBe(true);
});

test('shows a failure inline and as a toast in every try, in English too, and keeps the text', async () => {
  const brought = jest.spyOn(Element.prototype, 'scrollIntoView');
  answer = () => {
    throw new Error('');
  };
  const { user } = await open({ language: 'en' });
  await user.click(screen.getAllByRole('radio')[0]!);
  await user.type(screen.getByRole('textbox'), 'текст');
  const again = screen.getByRole('button', { name: 'Send' });
  for (const tries of [1, 2]) {
    await user.click(again);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Error occurred');
    await waitFor(() => expect(brought.mock.contexts.at(-1)).toBe(alert));
    expect(brought).toHaveBeenCalledTimes(tries);
    expect(again).toHaveFocus();
  }
  await waitFor(() => expect(screen.getAllByText('Error occurred').length).toBeGreaterThan(1));
  expect(screen.getByRole('textbox')).toHaveValue('текст');
  expect(onClose).not.toHaveBeenCalled();
  expect(hasContributed()).toBe(false);
  brought.mockRestore();
});

test('restores a comment after the Back button or an ended session, but not after cancelling', async () => {
  const first = await open();
  await first.user.type(comment(), 'Страница пуста');
  await first.user.click(screen.getAllByRole('radio')[0]!);
  await first.user.click(screen.getAllByRole('radio')[3]!);
  first.unmount();
  const second = await open();
  expect(comment()).toHaveValue('Страница пуста');
  expect(screen.getAllByRole('radio', { checked: true })).toEqual([
    screen.getAllByRole('radio')[3],
  ]);
  second.unmount();
  setCurrentUser(aUser({ id: '99' }));
  const other = await open();
  expect(comment()).toHaveValue('');
  other.unmount();
  setCurrentUser(aUser());
  const third = await open();
  await third.user.click(screen.getByRole('button', { name: 'Отмена' }));
  third.unmount();
  await open();
  expect(comment()).toHaveValue('');
  expect(screen.queryAllByRole('radio', { checked: true })).toEqual([]);
});

test('replaces the message of the previous try, and removes it on success', async () => {
  const { user } = await open();
  /** Sends the form and reads the messages before they disappear. */
  const messagesAfterSending = async () => {
    await user.click(send());
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
    return [
      ...document.querySelectorAll('[data-sonner-toast]:not([data-removed=true]) [data-title]'),
    ].map((title) => title.textContent);
  };
  answer = () => {
    throw new Error('Сервис уже удалён');
  };
  await user.click(screen.getByRole('radio', { name: 'Ссылка не работает' }));
  expect(await messagesAfterSending()).toEqual(['Ошибка']);
  expect(screen.getByRole('alert')).toHaveTextContent('Ответ сервера: Сервис уже удалён');
  expect(await messagesAfterSending()).toEqual(['Ошибка']);
  answer = () => ({ id: '1', status: 'new' });
  expect(await messagesAfterSending()).toEqual(['Жалоба отправлена. Спасибо!']);
  expect(inputs).toHaveLength(3);
});
