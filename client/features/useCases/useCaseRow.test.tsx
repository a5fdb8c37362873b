import { act, screen, waitFor, within } from '@testing-library/react';
import { setCurrentUser } from '../../browser/currentUser.ts';
import { registerNoticeDisplay, type DisplayedNotice } from '../../design/notify.ts';
import { aUser } from '../../testing/people.ts';
import { renderPage, type Surroundings } from '../../testing/render.tsx';
import { editedUseCaseKey, readDraft } from './useCaseDrafts.ts';
import { MyUseCases } from './MyUseCases.tsx';
import { aCase, openCaseServer, type CaseServer } from '../../testing/useCases.ts';
import { UseCasesDialog } from './UseCasesDialog.tsx';

let server: CaseServer;
let closed = 0;

beforeEach(() => {
  setCurrentUser(aUser());
  server = openCaseServer([aCase('1'), aCase('2'), aCase('3')]);
  closed = 0;
});
const open = async (around: Surroundings = {}) => {
  const ui = <UseCasesDialog itemId="12" onClose={() => (closed += 1)} />;
  const page = await renderPage(ui, {
    resolvers: server.resolvers,
    settings: { languageModel: true },
    ...around,
  });
  await screen.findByDisplayValue(around.language === 'en' ? 'Case 1' : 'Кейс 1');
  return page;
};
const rows = () =>
  screen.getAllByRole<HTMLTextAreaElement>('textbox', { name: 'Ваш кейс' }).map((one) => one.value);
const row = (text: string) => screen.getByDisplayValue(text);
const updates = () => server.callsOf('updateUseCase');

test('section 4, editing: leaving the field saves a changed text, in the language that was shown', async () => {
  const { user } = await open();
  await user.type(row('Кейс 1'), ' новый');
  await user.tab();
  await waitFor(() =>
    expect(updates()).toEqual([
      expect.objectContaining({ id: '1', descriptionRu: 'Кейс 1 новый' }),
    ]),
  );
  expect(updates()[0]).not.toHaveProperty('descriptionEn');
});

test('section 4, editing: Enter saves, Shift+Enter begins a new line', async () => {
  const { user } = await open();
  await user.type(row('Кейс 1'), '{Shift>}{Enter}{/Shift}строка{Enter}');
  await waitFor(() => expect(updates()).toHaveLength(1));
  expect(updates()[0]).toMatchObject({ descriptionRu: 'Кейс 1\nстрока' });
});

test('section 4, editing: unchanged text causes no call', async () => {
  const { user } = await open();
  await user.click(row('Кейс 1'));
  await user.keyboard('{Enter}');
  await user.type(row('Кейс 1'), 'а{Backspace} ');
  await user.tab();
  expect(updates()).toHaveLength(0);
});

test('Escape gives the saved text back, does not save, and leaves the dialog open', async () => {
  const { user } = await open();
  await user.type(row('Кейс 1'), ' лишнее{Escape}');
  expect(row('Кейс 1')).toHaveFocus();
  expect(closed).toBe(0);
  await user.tab();
  expect(updates()).toHaveLength(0);
  await user.keyboard('{Escape}');
  expect(closed).toBe(1);
});

test('a press on Delete or Cancel does not save first', async () => {
  const { user } = await open();
  await user.type(row('Кейс 1'), ' лишнее');
  await user.click(screen.getByRole('button', { name: 'Отмена' }));
  expect(rows()).toEqual(['Кейс 1', 'Кейс 2', 'Кейс 3']);
  await user.type(row('Кейс 2'), ' лишнее');
  await user.click(screen.getAllByRole('button', { name: 'Удалить кейс' })[1]!);
  await waitFor(() => expect(server.callsOf('deleteUseCase')).toEqual([{ id: '2' }]));
  expect(updates()).toHaveLength(0);
});

test('a changed text has a button that saves it; it goes with what it did, the keyboard stays in the row', async () => {
  const { user } = await open();
  expect(screen.queryByRole('button', { name: 'Сохранить' })).toBeNull();
  await user.type(row('Кейс 2'), ' новый');
  await user.click(screen.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Сохранить' })).toBeNull());
  expect(updates()).toEqual([expect.objectContaining({ id: '2', descriptionRu: 'Кейс 2 новый' })]);
  const around = row('Кейс 2 новый').closest('li')!;
  expect(within(around).getByRole('button', { name: 'Улучшить текст' })).toHaveFocus();
});

test('what takes a change back leaves the keyboard in the row', async () => {
  const { user } = await open();
  await user.type(row('Кейс 2'), ' новый');
  await user.click(screen.getByRole('button', { name: 'Отмена' }));
  const around = row('Кейс 2').closest('li')!;
  expect(within(around).getByRole('button', { name: 'Улучшить текст' })).toHaveFocus();
  expect(updates()).toHaveLength(0);
});

test('section 5: a blank text is not saved and says why', async () => {
  const { user } = await open();
  await user.clear(row('Кейс 1'));
  await user.tab();
  expect(await screen.findByText('Напишите хотя бы одно предложение')).toBeInTheDocument();
  expect(updates()).toHaveLength(0);
});

test('section 4: a significant change moves to the top and says why for 7 s; the focus stays in it', async () => {
  server.answers['updateUseCase'] = ({ descriptionRu }) => ({
    useCase: { ...aCase('3'), descriptionRu },
    isSignificant: true,
    reason: 'Речь о другом',
  });
  const { user } = await open();
  await user.type(row('Кейс 3'), ' иначе{Enter}');
  await waitFor(() => expect(rows()).toEqual(['Кейс 3 иначе', 'Кейс 1', 'Кейс 2']));
  expect(await screen.findByText('Сохранено. Теперь кейс первый в списке')).toBeInTheDocument();
  expect(screen.getByText('Речь о другом')).toBeInTheDocument();
  expect(row('Кейс 3 иначе')).toHaveFocus();
});

test('section 4: any other change is replaced in its place', async () => {
  const { user } = await open();
  await user.type(row('Кейс 2'), '!{Enter}');
  await waitFor(() => expect(updates()).toHaveLength(1));
  await waitFor(() => expect(readDraft(editedUseCaseKey('1', '2'))).toBeNull());
  expect(rows()).toEqual(['Кейс 1', 'Кейс 2!', 'Кейс 3']);
});

test('section 8: a refused save says Error with the message; the text stays, also across a reload', async () => {
  server.answers['updateUseCase'] = () => {
    throw new Error('Нет места');
  };
  const { user, unmount } = await open();
  await user.type(row('Кейс 1'), ' новый{Enter}');
  await waitFor(() => expect(screen.getAllByText('Ответ сервера: Нет места')).toHaveLength(2));
  expect(screen.getByText('Ошибка')).toBeInTheDocument();
  expect(row('Кейс 1 новый')).toHaveAccessibleDescription('Ответ сервера: Нет места');
  unmount();
  await renderPage(<UseCasesDialog itemId="12" onClose={() => undefined} />, server);
  expect(await screen.findByDisplayValue('Кейс 1 новый')).toBeInTheDocument();
});

describe('a case that another window has changed meanwhile', () => {
  const openLate = async () => {
    const page = await open();
    Object.assign(server.cases[0]!, {
      descriptionRu: 'Другое окно',
      updatedAt: '2026-10-01T11:00:00.000Z',
    });
    await page.user.type(row('Кейс 1'), ' новый{Enter}');
    await screen.findByText('Кейс изменён в другом окне. Ваш текст не потерян.');
    return page;
  };
  const notice = () => within(screen.getByRole('alert'));

  test('is not written over: one is told what stands there, and the own text stays, also when the field is left', async () => {
    const { user } = await openLate();
    expect(screen.getByText('Сохранённая версия: «Другое окно»')).toBeInTheDocument();
    expect(screen.queryByText('Ошибка')).toBeNull();
    await user.click(row('Кейс 1 новый'));
    await user.tab();
    expect(row('Кейс 1 новый')).toBeInTheDocument();
    expect(updates()).toEqual([
      expect.objectContaining({ expectedUpdatedAt: '2026-10-01T10:00:00.000Z' }),
    ]);
    expect(server.cases[0]!.descriptionRu).toBe('Другое окно');
  });

  test('is written over by who says so, and the keyboard is back in the text', async () => {
    const { user } = await openLate();
    await user.click(notice().getByRole('button', { name: 'Сохранить мой текст' }));
    await waitFor(() => expect(server.cases[0]!.descriptionRu).toBe('Кейс 1 новый'));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(row('Кейс 1 новый')).toHaveFocus();
    await user.keyboard('!{Enter}');
    await waitFor(() => expect(server.cases[0]!.descriptionRu).toBe('Кейс 1 новый!'));
  });

  test('stays as it is for who says so', async () => {
    const { user } = await openLate();
    await user.click(notice().getByRole('button', { name: 'Оставить сохранённый' }));
    expect(row('Другое окно')).toHaveFocus();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(readDraft(editedUseCaseKey('1', '1'))).toBeNull();
    expect(updates()).toHaveLength(1);
  });

  test('is a conflict for a text that was begun before, however fresh the list is', async () => {
    const { user, unmount } = await open();
    server.answers['updateUseCase'] = () => {
      throw new Error('Нет места');
    };
    await user.type(row('Кейс 1'), ' новый{Enter}');
    await screen.findByText('Ошибка');
    unmount();
    delete server.answers['updateUseCase'];
    server.cases[0]!.updatedAt = '2026-10-01T11:00:00.000Z';
    const again = await renderPage(
      <UseCasesDialog itemId="12" onClose={() => undefined} />,
      server,
    );
    await again.user.type(await screen.findByDisplayValue('Кейс 1 новый'), '{Enter}');
    expect(await screen.findByText('Сохранённая версия: «Кейс 1»')).toBeInTheDocument();
  });
});

test('what is typed during a save is saved after it', async () => {
  let finish = () => {};
  const usual = server.resolvers;
  server.answers['updateUseCase'] = ({ id, descriptionRu }) =>
    new Promise((resolve) => {
      finish = () =>
        resolve({
          useCase: aCase(id!, { descriptionRu: descriptionRu! }),
          isSignificant: false,
          reason: null,
        });
    });
  const { user } = await open({ resolvers: usual });
  await user.type(row('Кейс 1'), ' раз{Enter}');
  await waitFor(() => expect(updates()).toHaveLength(1));
  await user.type(row('Кейс 1 раз'), ' два{Enter}');
  await act(async () => finish());
  await waitFor(() => expect(updates()).toHaveLength(2));
  expect(updates()[1]).toMatchObject({ descriptionRu: 'Кейс 1 раз два' });
  await act(async () => finish());
  await waitFor(() => expect(readDraft(editedUseCaseKey('1', '1'))).toBeNull());
});

test.each([0, 1, 2])(
  'deleting case %i takes it away at once; Undo brings it back to its place',
  async (index) => {
    const all = ['Кейс 1', 'Кейс 2', 'Кейс 3'];
    const { user } = await open();
    await user.click(screen.getAllByRole('button', { name: 'Удалить кейс' })[index]!);
    expect(rows()).toEqual(all.filter((text) => text !== all[index]));
    await user.click(await screen.findByRole('button', { name: 'Отменить' }));
    await waitFor(() => expect(rows()).toEqual(all));
    expect(server.callsOf('restoreUseCase')).toEqual([{ id: String(index + 1) }]);
    await waitFor(() => expect(row(all[index]!)).toHaveFocus());
  },
);

test('the way back from a deletion stays for seven seconds', async () => {
  const { user } = await open();
  const put: DisplayedNotice[] = [];
  const close = registerNoticeDisplay({
    put: (notice) => put.push(notice),
    dismiss: () => undefined,
  });
  await user.click(screen.getAllByRole('button', { name: 'Удалить кейс' })[0]!);
  await waitFor(() => expect(put).toHaveLength(1));
  expect(put[0]).toMatchObject({
    title: 'Кейс удалён',
    duration: 7000,
    action: { label: 'Отменить' },
  });
  close();
});

test('a deletion that is refused puts the case back', async () => {
  server.answers['deleteUseCase'] = () => {
    throw new Error('Не вышло');
  };
  const { user } = await open();
  await user.click(screen.getAllByRole('button', { name: 'Удалить кейс' })[0]!);
  expect(await screen.findByText('Ответ сервера: Не вышло')).toBeInTheDocument();
  await waitFor(() => expect(rows()).toEqual(['Кейс 1', 'Кейс 2', 'Кейс 3']));
});

test('an improved text replaces the own one when it is taken', async () => {
  server.answers['analyzeUseCase'] = () => ({
    source: 'model',
    improvedCases: [{ type: 'improved', reason: 'Короче', text: 'Лучше' }],
  });
  const { user } = await open();
  await user.click(screen.getAllByRole('button', { name: 'Улучшить текст' })[1]!);
  await user.click(await screen.findByRole('button', { name: 'Сохранить улучшенный' }));
  await waitFor(() =>
    expect(updates()).toEqual([expect.objectContaining({ id: '1', descriptionRu: 'Лучше' })]),
  );
});

test('a case that is not translated yet says so, and is shown in the language that exists', async () => {
  server.cases[0] = aCase('1', { descriptionEn: null, translationState: 'pending' });
  const ui = <UseCasesDialog itemId="12" onClose={() => undefined} />;
  await renderPage(ui, { resolvers: server.resolvers, language: 'en' });
  expect(await screen.findByDisplayValue('Кейс 1')).toHaveAttribute('lang', 'ru');
  expect(screen.getByText('Not translated yet')).toBeInTheDocument();
  expect(screen.getByText('Available in Russian only')).toBeInTheDocument();
});

describe('a text that is older than the other language', () => {
  beforeEach(() => {
    server.cases = [
      aCase('1', { translationState: 'pending', outdatedLanguage: 'en' }),
      aCase('2', { descriptionRu: 'Кейс 2', outdatedLanguage: null }),
    ];
  });
  const alone = { settings: { languageModel: false } };

  test('is marked, and its author is asked to update it, in both languages', async () => {
    const page = await open(alone);
    expect(screen.getByText('Английский текст устарел')).toBeInTheDocument();
    expect(screen.queryByText('Ещё не переведён')).not.toBeInTheDocument();
    expect(screen.getByText(/Вы изменили русский текст, а английский/)).toBeInTheDocument();
    page.unmount();
    await open({ ...alone, language: 'en' });
    expect(screen.getByText('English text is outdated')).toBeInTheDocument();
    expect(screen.getByText(/You've changed the Russian text/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Show Russian text' })).toBeInTheDocument();
  });

  test('is updated in the place of the shown text, which then stands there again', async () => {
    const { user } = await open(alone);
    await user.click(screen.getByRole('button', { name: 'Обновить английский текст' }));
    expect(row('Case 1')).toHaveFocus();
    expect(row('Case 1')).toHaveAttribute('lang', 'en');
    await user.keyboard(' anew{Enter}');
    await waitFor(() =>
      expect(updates()).toEqual([
        expect.objectContaining({ id: '1', descriptionEn: 'Case 1 anew' }),
      ]),
    );
    expect(await screen.findByDisplayValue('Кейс 1')).toBeInTheDocument();
    expect(screen.queryByText('Английский текст устарел')).not.toBeInTheDocument();
  });

  test('is confirmed with one press', async () => {
    const { user } = await open(alone);
    await user.click(screen.getByRole('button', { name: 'Текст верен' }));
    await waitFor(() =>
      expect(screen.queryByText('Английский текст устарел')).not.toBeInTheDocument(),
    );
    expect(updates()).toEqual([
      expect.objectContaining({ id: '1', descriptionRu: 'Кейс 1', descriptionEn: 'Case 1' }),
    ]);
  });

  test('is only marked where a language model translates it', async () => {
    await open();
    expect(screen.getByText('Английский текст устарел')).toBeInTheDocument();
    expect(screen.queryByText(/Вы изменили русский текст/)).not.toBeInTheDocument();
  });
});

describe('/profile/use-cases', () => {
  beforeEach(() => {
    server.cases = [
      aCase('1', { likesCount: 1 }),
      aCase('2', { knowledgeItemId: '13', likesCount: 5 }),
      aCase('3', { likesCount: 2 }),
    ];
  });
  const openProfile = async () => {
    const ui = <MyUseCases catalogue="/dashboard" />;
    const page = await renderPage(ui, { resolvers: server.resolvers });
    await screen.findByText(/Cursor|Кейсов пока нет/);
    return page;
  };
  const services = () => screen.getAllByRole('heading', { level: 3 }).map((one) => one.textContent);

  test('shows the cases by service with their likesCount in the right plural', async () => {
    await openProfile();
    expect(services()).toEqual(['Cursor', 'Midjourney']);
    expect(rows()).toEqual(['Кейс 1', 'Кейс 3', 'Кейс 2']);
    for (const words of ['Полезно: 1', 'Полезно: 2', 'Полезно: 5']) {
      expect(screen.getByText(words)).toBeInTheDocument();
    }
  });

  test('each service leads to its page', async () => {
    await openProfile();
    const hrefs = ['Cursor', 'Midjourney'].map((name) =>
      screen.getByRole('link', { name }).getAttribute('href'),
    );
    expect(hrefs).toEqual(['/services/12', '/services/13']);
  });

  test('sorts by likes', async () => {
    const { user } = await openProfile();
    await user.click(screen.getByRole('button', { name: 'Сначала полезные' }));
    expect(services()).toEqual(['Midjourney', 'Cursor']);
    expect(rows()).toEqual(['Кейс 2', 'Кейс 3', 'Кейс 1']);
  });

  test('is edited in place', async () => {
    const { user } = await openProfile();
    await user.type(row('Кейс 2'), ' новый{Enter}');
    await waitFor(() => expect(updates()).toEqual([expect.objectContaining({ id: '2' })]));
  });

  test('when a case goes, the focus goes to its service, then to the one beside it', async () => {
    const { user } = await openProfile();
    const removeFirst = async () => {
      const [button] = screen.getAllByRole('button', { name: 'Удалить кейс' });
      await user.click(button!);
    };
    const focused = () => document.activeElement?.textContent;
    await removeFirst();
    expect(focused()).toBe('Cursor');
    await waitFor(() => expect(services()).toEqual(['Midjourney', 'Cursor']));
    expect(focused()).toBe('Cursor');
    await removeFirst();
    await waitFor(() => expect(services()).toEqual(['Cursor']));
    expect(focused()).toBe('Cursor');
  });

  test('a case that Undo brings back takes the keyboard, also as the only one', async () => {
    server.cases = [aCase('1')];
    const { user } = await openProfile();
    await user.click(screen.getByRole('button', { name: 'Удалить кейс' }));
    await user.click(await screen.findByRole('button', { name: 'Отменить' }));
    await waitFor(() => expect(row('Кейс 1')).toHaveFocus());
  });

  test('without cases says what to do', async () => {
    server.cases = [];
    await openProfile();
    expect(screen.getByText('Опишите первый')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'В каталог' })).toHaveAttribute('href', '/dashboard');
  });
});
