import { act, screen, waitFor } from '@testing-library/react';
import { jest } from '@jest/globals';
import { setCurrentUser } from '../../browser/currentUser.ts';
import { hasContributed } from '../../browser/firstContribution.ts';
import { aUser } from '../../testing/people.ts';
import { renderPage, type Surroundings } from '../../testing/render.tsx';
import { complaintGroups } from './complaintTypes.ts';
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

test('section 3: the fifteen types, each once, in four groups of one choice', async () => {
  const { user } = await open();
  const types = complaintGroups.flatMap((group) => group.types);
  expect(new Set(types).size).toBe(15);
  const radios = screen.getAllByRole<HTMLInputElement>('radio');
  expect(radios.map((radio) => radio.value)).toEqual(types);
  for (const name of ['Содержание', 'Перевод', 'Теги', 'Другое']) {
    expect(screen.getByRole('group', { name })).toBeInTheDocument();
  }
  await user.click(radios[0]!);
  await user.click(radios[14]!);
  expect(radios.filter((radio) => radio.checked)).toEqual([radios[14]]);
});

test('section 5: Send is disabled without a type, with a hint that says why', async () => {
  const { user } = await open();
  expect(send()).toBeDisabled();
  expect(send()).toHaveAccessibleDescription('Выберите причину');
  await user.click(screen.getByRole('radio', { name: 'Ссылка не работает' }));
  expect(send()).toBeEnabled();
  expect(send()).not.toHaveAccessibleDescription();
});

test('section 5: the comment is optional; success closes and says so', async () => {
  const { user } = await open();
  expect(await screen.findByText('Курсор')).toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: 'Ссылка не работает' }));
  await user.click(send());
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(inputs).toEqual([{ knowledgeItemId: '12', complaintType: 'broken_link' }]);
  expect(await screen.findByText('Жалоба отправлена. Спасибо!')).toBeInTheDocument();
  expect(hasContributed()).toBe(true);
});

test('a comment goes along, without the spaces around it', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('radio', { name: 'Другая причина' }));
  await user.type(comment(), '  Пустая страница ');
  await user.click(send());
  await waitFor(() => expect(inputs).toHaveLength(1));
  expect(inputs[0]).toMatchObject({ complaintType: 'other', comment: 'Пустая страница' });
});

test('a comment of 2,000 characters is sent, one of 2,001 not; the counter begins at 80 %', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('radio', { name: 'Другая причина' }));
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

test.each([
  ['ru', 'Сервис уже удалён', 'Ответ сервера: Сервис уже удалён'],
  ['ru', '', 'Произошла ошибка'],
  ['en', '', 'Error occurred'],
] as const)(
  'section 8, in %s: a failure with the message “%s” says “%s”, inline and as a toast, and keeps the text',
  async (language, message, shown) => {
    answer = () => {
      throw new Error(message);
    };
    const { user } = await open({ language });
    await user.click(screen.getAllByRole('radio')[0]!);
    await user.type(screen.getByRole('textbox'), 'текст');
    await user.click(screen.getByRole('button', { name: /^(Отправить|Send)$/ }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(shown);
    await waitFor(() => expect(screen.getAllByText(shown).length).toBeGreaterThan(1));
    expect(screen.getByRole('textbox')).toHaveValue('текст');
    expect(onClose).not.toHaveBeenCalled();
    expect(hasContributed()).toBe(false);
  },
);

test('a failure comes into sight at every try, however long the comment above it is', async () => {
  const brought = jest.spyOn(Element.prototype, 'scrollIntoView');
  answer = () => {
    throw new Error('');
  };
  const { user } = await open();
  await user.click(screen.getAllByRole('radio')[0]!);
  for (const tries of [1, 2]) {
    await user.click(send());
    const alert = await screen.findByRole('alert');
    await waitFor(() => expect(brought.mock.contexts.at(-1)).toBe(alert));
    expect(brought).toHaveBeenCalledTimes(tries);
    expect(send()).toHaveFocus();
  }
  brought.mockRestore();
});

test('two quick presses send one report', async () => {
  let finish = (_report: unknown) => {};
  answer = () => new Promise((resolve) => (finish = resolve));
  const { user } = await open();
  await user.click(screen.getAllByRole('radio')[0]!);
  await user.dblClick(send());
  expect(inputs).toHaveLength(1);
  await act(async () => finish({ id: '1', status: 'new' }));
});

test('a comment that was left by the Back button or an ended session is there again; one that was given up is not', async () => {
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
  await second.user.click(screen.getByRole('button', { name: 'Отмена' }));
  second.unmount();
  await open();
  expect(comment()).toHaveValue('');
  expect(screen.queryAllByRole('radio', { checked: true })).toEqual([]);
});

test('a comment is for its writer alone', async () => {
  const first = await open();
  await first.user.type(comment(), 'Страница пуста');
  first.unmount();
  setCurrentUser(aUser({ id: '99' }));
  await open();
  expect(comment()).toHaveValue('');
});

test('a try that fails takes the place of the message before it, and success takes it away', async () => {
  const { user } = await open();
  /** Sends, and reads the messages that then stand: well before one leaves by itself. */
  const messagesAfterSending = async () => {
    await user.click(send());
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
    return [
      ...document.querySelectorAll('[data-sonner-toast]:not([data-removed=true]) [data-title]'),
    ].map((title) => title.textContent);
  };
  answer = () => {
    throw new Error('down');
  };
  await user.click(screen.getByRole('radio', { name: 'Ссылка не работает' }));
  expect(await messagesAfterSending()).toEqual(['Ошибка']);
  expect(await messagesAfterSending()).toEqual(['Ошибка']);
  answer = () => ({ id: '1', status: 'new' });
  expect(await messagesAfterSending()).toEqual(['Жалоба отправлена. Спасибо!']);
  expect(inputs).toHaveLength(3);
});
