// Button, field, highlighted text, pagination, combobox and dialog.
import { jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { renderPage } from '../testing/render.tsx';
import { AlertDialog } from './AlertDialog.tsx';
import { Button } from './Button.tsx';
import { Combobox, type ComboboxGroup } from './Combobox.tsx';
import { Dialog, type DialogProps } from './Dialog.tsx';
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

  test('does not submit a form by default', async () => {
    const submit = jest.fn((event: React.FormEvent) => event.preventDefault());
    const { user } = await renderPage(
      <form onSubmit={submit}>
        <Button>Отмена</Button>
        <Button type="submit">Отправить</Button>
      </form>,
    );
    await user.click(screen.getByRole('button', { name: 'Отмена' }));
    expect(submit).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Отправить' }));
    expect(submit).toHaveBeenCalledTimes(1);
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

  test('reports the pressed page and changes the address', async () => {
    const onNavigate = jest.fn();
    const { user, router } = await renderPage(
      <Pagination page={1} pages={3} hrefOf={hrefOf} onNavigate={onNavigate} />,
      { language: 'en' },
    );
    await user.click(screen.getByRole('link', { name: 'Page 2' }));
    expect(onNavigate).toHaveBeenCalledWith(2);
    expect(router.state.location.search).toBe('?page=2');
  });
});

describe('Combobox', () => {
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

  test('shows grouped suggestions; arrows move, Enter or a press chooses, otherwise Enter searches', async () => {
    const { user } = await renderPage(<Search />);
    expect(field()).toHaveAttribute('aria-expanded', 'false');
    await user.type(field(), 'муз');
    expect(field()).toHaveAttribute('aria-expanded', 'true');
    const list = document.getElementById(field().getAttribute('aria-controls') ?? '')!;
    expect(list).toHaveAttribute('role', 'listbox');
    expect(within(list).getByRole('group', { name: 'Теги' })).toBeVisible();
    expect(list.querySelector('mark')).toHaveTextContent('муз');
    const seen: Array<string | null | undefined> = [];
    for (let press = 0; press < 5; press += 1) {
      await user.keyboard('{ArrowDown}');
      seen.push(marked());
    }
    expect(seen).toEqual(['музыка24', 'музей2', 'Suno', null, 'музыка24']);
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(marked()).toBe('Suno');
    expect(field()).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(chosen).toHaveBeenCalledWith('suno', 'popular');
    await user.type(field(), 'ы');
    await user.keyboard('{ArrowDown}');
    // Further typing removes the selection: Enter searches the typed text.
    await user.keyboard('к{Enter}');
    expect(submitted).toHaveBeenCalledWith('музык');
    expect(chosen).toHaveBeenCalledTimes(1);
    expect(field()).toHaveAttribute('aria-expanded', 'false');
    await user.keyboard('{Home}{Delete}');
    expect(field()).toHaveValue('узык');
    await user.click(await screen.findByRole('option', { name: 'Suno' }));
    expect(chosen).toHaveBeenCalledTimes(2);
  });

  test('removes the last chip by Backspace, and keeps the focus when cleared', async () => {
    const { user } = await type('м');
    await user.click(screen.getByRole('button', { name: 'Очистить поиск' }));
    expect(field()).toHaveValue('');
    expect(field()).toHaveFocus();
    await user.keyboard('{Backspace}');
    expect(emptied).toHaveBeenCalledTimes(1);
  });

  test('announces the number of suggestions politely with a delay', async () => {
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
});

describe('Dialog', () => {
  function Report(props: Partial<DialogProps>) {
    const [open, setOpen] = useState(false);
    const [text, setText] = useState('');
    return (
      <>
        <Button onClick={() => setOpen(true)}>Пожаловаться</Button>
        <Dialog
          title="Жалоба"
          open={open}
          onClose={() => setOpen(false)}
          dirty={text !== ''}
          footer={<Button>Отправить</Button>}
          {...props}
        >
          <Field label="Комментарий">
            {(control) => (
              <TextArea
                {...control}
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </Field>
        </Dialog>
      </>
    );
  }

  const open = async (props: Partial<DialogProps> = {}) => {
    const page = await renderPage(<Report {...props} />);
    await page.user.click(screen.getByRole('button', { name: 'Пожаловаться' }));
    const dialog = await screen.findByRole('dialog', { name: 'Жалоба' });
    return { ...page, dialog };
  };
  const field = () => screen.getByRole('textbox', { name: 'Комментарий' });
  const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

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

  test('confirms before unsaved text is lost', async () => {
    const onSave = jest.fn();
    const { user } = await open({ onSave });
    await user.type(field(), 'битая ссылка');
    await user.keyboard('{Escape}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Есть несохранённый текст');
    expect(field()).toHaveValue('битая ссылка');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    expect(onSave).toHaveBeenCalledTimes(1);
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Не сохранять' }));
    await gone();
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
