import { act, screen, waitFor, within } from '@testing-library/react';
import { setCurrentUser } from '../../browser/currentUser.ts';
import { registerNoticeDisplay, type DisplayedNotice } from '../../design/notify.ts';
import { aUser } from '../../testing/fixtures.ts';
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

test('saves a changed text on blur, Enter or button; not an unchanged or blank one', async () => {
  const { user } = await open();
  await user.click(row('Кейс 1'));
  await user.keyboard('{Enter}');
  await user.type(row('Кейс 1'), 'а{Backspace} ');
  await user.tab();
  expect(updates()).toHaveLength(0);
  expect(screen.queryByRole('button', { name: 'Сохранить' })).toBeNull();
  await user.clear(row('Кейс 3'));
  await user.tab();
  expect(await screen.findByText('Напишите хотя бы одно предложение')).toBeInTheDocument();
  expect(updates()).toHaveLength(0);

  await user.type(row('Кейс 1'), ' новый');
  await user.tab();
  await waitFor(() => expect(updates()).toHaveLength(1));
  expect(updates()[0]).toMatchObject({ id: '1', descriptionRu: 'Кейс 1 новый' });
  expect(updates()[0]).not.toHaveProperty('descriptionEn');
  await user.type(row('Кейс 2'), '{Shift>}{Enter}{/Shift}строка{Enter}');
  await waitFor(() => expect(updates()).toHaveLength(2));
  expect(updates()[1]).toMatchObject({ descriptionRu: 'Кейс 2\nстрока' });
  await waitFor(() => expect(readDraft(editedUseCaseKey('1', '2'))).toBeNull());
  expect(rows().slice(0, 2)).toEqual(['Кейс 1 новый', 'Кейс 2\nстрока']);
  const second = () => screen.getAllByRole('textbox', { name: 'Ваш кейс' })[1]!;
  await user.type(second(), '!');
  const around = within(second().closest('li')!);
  await user.click(around.getByRole('button', { name: 'Сохранить' }));
  await waitFor(() => expect(around.queryByRole('button', { name: 'Сохранить' })).toBeNull());
  expect(updates()).toHaveLength(3);
  expect(around.getByRole('button', { name: 'Улучшить текст' })).toHaveFocus();
});

test('a significant change moves to the top with its reason, and keeps the focus', async () => {
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

test('section 8: a refused save shows Error with the message, and keeps the text across a reload', async () => {
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

  test('is not overwritten: the own text stays, also on blur; the stored one can be kept', async () => {
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
    await user.click(notice().getByRole('button', { name: 'Оставить сохранённый' }));
    expect(row('Другое окно')).toHaveFocus();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(readDraft(editedUseCaseKey('1', '1'))).toBeNull();
    expect(updates()).toHaveLength(1);
  });

  test('is overwritten on request, and the text gets the focus', async () => {
    const { user } = await openLate();
    await user.click(notice().getByRole('button', { name: 'Сохранить мой текст' }));
    await waitFor(() => expect(server.cases[0]!.descriptionRu).toBe('Кейс 1 новый'));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(row('Кейс 1 новый')).toHaveFocus();
    await user.keyboard('!{Enter}');
    await waitFor(() => expect(server.cases[0]!.descriptionRu).toBe('Кейс 1 новый!'));
  });

  test('is a conflict for a text that was started earlier, even with a reloaded list', async () => {
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

test('saves text typed during a save afterwards', async () => {
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

test('removes a deleted use case at once; Undo restores its position for seven seconds', async () => {
  const all = ['Кейс 1', 'Кейс 2', 'Кейс 3'];
  const { user } = await open();
  const put: DisplayedNotice[] = [];
  const close = registerNoticeDisplay({
    put: (notice) => put.push(notice),
    dismiss: () => undefined,
  });
  for (const index of [0, 1, 2]) {
    await user.click(screen.getAllByRole('button', { name: 'Удалить кейс' })[index]!);
    expect(rows()).toEqual(all.filter((text) => text !== all[index]));
    const told = () => put.filter(({ title }) => title === 'Кейс удалён');
    await waitFor(() => expect(told()).toHaveLength(index + 1));
    expect(told()[index]).toMatchObject({ duration: 7000, action: { label: 'Отменить' } });
    act(() => void told()[index]!.action!.run());
    await waitFor(() => expect(rows()).toEqual(all));
    await waitFor(() => expect(row(all[index]!)).toHaveFocus());
  }
  expect(server.callsOf('restoreUseCase').map(({ id }) => id)).toEqual(['1', '2', '3']);
  close();
});

test('replaces the own text by an accepted improvement', async () => {
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

describe('a text that is older than the other language', () => {
  beforeEach(() => {
    server.cases = [
      aCase('1', { translationState: 'pending', outdatedLanguage: 'en' }),
      aCase('2', { descriptionRu: 'Кейс 2', outdatedLanguage: null }),
    ];
  });
  const alone = { settings: { languageModel: false } };

  test('is marked, and edited in place without a model', async () => {
    const { unmount } = await open();
    // A language model translates it automatically.
    expect(screen.getByText('Английский текст устарел')).toBeInTheDocument();
    expect(screen.queryByText(/Вы изменили русский текст/)).not.toBeInTheDocument();
    unmount();
    const { user } = await open(alone);
    expect(screen.getByText(/Вы изменили русский текст, а английский/)).toBeInTheDocument();
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
    const ui = <MyUseCases />;
    const page = await renderPage(ui, { resolvers: server.resolvers });
    await screen.findByText(/Cursor|Кейсов пока нет/);
    return page;
  };
  const services = () => screen.getAllByRole('heading', { level: 3 }).map((one) => one.textContent);

  test('lists use cases by service, sorts by likes, and edits in place', async () => {
    const { user } = await openProfile();
    expect(services()).toEqual(['Cursor', 'Midjourney']);
    expect(rows()).toEqual(['Кейс 1', 'Кейс 3', 'Кейс 2']);
    for (const words of ['Полезно: 1', 'Полезно: 2', 'Полезно: 5']) {
      expect(screen.getByText(words)).toBeInTheDocument();
    }
    expect(screen.getByRole('link', { name: 'Midjourney' })).toHaveAttribute(
      'href',
      '/services/13',
    );
    await user.click(screen.getByRole('button', { name: 'Сначала полезные' }));
    expect(services()).toEqual(['Midjourney', 'Cursor']);
    expect(rows()).toEqual(['Кейс 2', 'Кейс 3', 'Кейс 1']);
    await user.type(row('Кейс 2'), ' новый{Enter}');
    await waitFor(() => expect(updates()).toEqual([expect.objectContaining({ id: '2' })]));
  });

  test('moves the focus to the service of a deleted use case, then to the next service', async () => {
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

  test('explains what to do without use cases', async () => {
    server.cases = [];
    await openProfile();
    expect(screen.getByRole('link', { name: 'Написать кейс' })).toHaveAttribute(
      'href',
      '/profile/knowledge',
    );
  });
});
