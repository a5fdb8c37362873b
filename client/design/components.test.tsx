// Button, field, highlighted text, pagination and dialog.
import { jest } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import { renderPage } from '../testing/render.tsx';
import { AlertDialog, Dialog } from './Dialog.tsx';
import { Button } from './Button.tsx';
import { Field } from './Field.tsx';
import { HighlightedText } from './HighlightedText.tsx';
import { Pagination } from './Pagination.tsx';
import { RadioCards } from './RadioCards.tsx';
import { TextArea } from './TextInput.tsx';

describe('Button', () => {
  test('while busy it is marked as busy, keeps the focus and ignores presses', async () => {
    const press = jest.fn();
    const { user } = await renderPage(
      <Button busy busyLabel="Переходим…" onClick={press}>
        Войти
      </Button>,
    );
    const button = screen.getByRole('button', { name: 'Переходим…' });
    await user.click(button);
    expect(button).toHaveFocus();
    expect(button).toHaveAttribute('aria-busy', 'true');
    expect(press).not.toHaveBeenCalled();
  });
});

describe('Field', () => {
  const comment = (changes: { error?: string; used?: number }) => (
    <Field
      label="Комментарий"
      hint="Необязательно"
      error={changes.error}
      counter={{ used: changes.used ?? 0, limit: 1000 }}
    >
      {(control) => <TextArea {...control} />}
    </Field>
  );

  test('shows the counter from 80 % of the limit', async () => {
    const { unmount } = await renderPage(comment({ used: 799 }));
    expect(screen.queryByText(/из 1/)).toBeNull();
    unmount();
    await renderPage(comment({ used: 800 }));
    expect(screen.getByText(/^800 из 1.000$/)).toBeInTheDocument();
  });
});

describe('HighlightedText', () => {
  const marked = (element: React.ReactElement) =>
    render(element).container.innerHTML.replaceAll(/<\/?mark>/g, (tag) =>
      tag === '<mark>' ? '[' : ']',
    );

  test('highlights every occurrence, ignoring case', () => {
    expect(marked(<HighlightedText text="Музыка и музыканты" part="МУЗЫК" />)).toBe(
      '[Музык]а и [музык]анты',
    );
  });

  test('highlights other forms of the words where the text has none as typed', () => {
    expect(marked(<HighlightedText text="озвучка и голос" part="озвучить" />)).toBe(
      '[озвучка] и голос',
    );
  });

  test('highlights given ranges, and ignores invalid and overlapping ones', () => {
    const ranges = [
      { start: 8, end: 20 },
      { start: 0, end: 3 },
      { start: 2, end: 5 },
      { start: 50, end: 60 },
    ];
    expect(marked(<HighlightedText text="Midjourney" ranges={ranges} />)).toBe('[Mid][jo]urn[ey]');
  });

  test('shows a text unchanged when its length depends on case', () => {
    expect(marked(<HighlightedText text="İstanbul" part="st" />)).toBe('İstanbul');
  });
});

describe('Pagination', () => {
  const hrefOf = (page: number) => `/dashboard?page=${page}`;

  test('is a navigation of real links with the current one marked', async () => {
    await renderPage(<Pagination page={4} pages={9} hrefOf={hrefOf} />);
    const pages = within(screen.getByRole('navigation', { name: 'Страницы каталога' }));
    expect(pages.getByRole('link', { current: 'page' })).toHaveAccessibleName('Страница 4');
    expect(pages.getByRole('link', { name: 'Страница 9' })).toHaveAttribute(
      'href',
      '/dashboard?page=9',
    );
    expect(pages.getByRole('link', { name: 'Назад страница' })).toHaveAttribute(
      'href',
      '/dashboard?page=3',
    );
    expect(pages.getByRole('link', { name: 'Вперёд страница' })).toHaveAttribute('rel', 'next');
    expect(pages.getAllByText('…')).toHaveLength(1);
  });
});

describe('Dialog', () => {
  test('focuses the checked choice', async () => {
    const options = [
      { value: 'yes', label: 'да' },
      { value: 'undecided', label: 'нет решения' },
    ];
    const choice = (
      <RadioCards legend="Ответ" value="undecided" options={options} onChange={() => undefined} />
    );
    await renderPage(
      <Dialog open title="Ответ" onClose={() => undefined}>
        {choice}
      </Dialog>,
    );
    await waitFor(() => expect(screen.getByRole('radio', { name: 'нет решения' })).toHaveFocus());
  });

  test('focuses the least destructive answer', async () => {
    const onConfirm = jest.fn();
    const onCancel = jest.fn();
    const { user } = await renderPage(
      <AlertDialog
        open
        title="Удалить 3 кейса?"
        confirmLabel="Удалить"
        onConfirm={onConfirm}
        onCancel={onCancel}
      >
        Отметки коллег пропадут.
      </AlertDialog>,
    );
    const question = await screen.findByRole('alertdialog', { name: 'Удалить 3 кейса?' });
    expect(question).toHaveAccessibleDescription('Отметки коллег пропадут.');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Отмена' })).toHaveFocus());
    await user.keyboard('{Escape}');
    expect(onCancel).toHaveBeenCalledTimes(1);
    await user.click(screen.getByRole('button', { name: 'Удалить' }));
    expect(onConfirm).toHaveBeenCalledTimes(1);
  });
});
