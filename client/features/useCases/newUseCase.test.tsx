import { act, screen, waitFor, within } from '@testing-library/react';
import { jest } from '@jest/globals';
import { GraphQLError } from 'graphql';
import { setCurrentUser } from '../../browser/currentUser.ts';
import { hasContributed } from '../../browser/firstContribution.ts';
import { aUser } from '../../testing/fixtures.ts';
import { renderPage, type Surroundings } from '../../testing/render.tsx';
import { ProgressChip } from '../progress/ProgressChip.tsx';
import { newUseCaseKey, readDraft } from './useCaseDrafts.ts';
import { aCase, openCaseServer, type CaseServer } from '../../testing/useCases.ts';
import { UseCasesDialog } from './UseCasesDialog.tsx';
import { MeDocument } from '../../generated.ts';

describe('a new use case', () => {
  let server: CaseServer;
  const onClose = jest.fn();

  beforeEach(() => {
    setCurrentUser(aUser());
    server = openCaseServer();
    onClose.mockClear();
  });
  const open = async (around: Surroundings = {}) => {
    const ui = (
      <>
        <ProgressChip isShort={false} onNext={() => undefined} />
        <UseCasesDialog itemId="12" onClose={onClose} />
      </>
    );
    const page = await renderPage(ui, {
      resolvers: server.resolvers,
      settings: { languageModel: true },
      ...around,
    });
    await screen.findByRole('dialog', { name: 'Мои кейсы: Cursor' });
    return page;
  };
  const field = () => screen.getByRole('textbox', { name: 'Как вы используете сервис?' });
  const button = (name: string) => screen.getByRole('button', { name });
  const text = 'Собрали доску за день';
  const refuse = (message: string) => () => {
    throw new Error(message);
  };

  test('analyses and creates a text once, lists it beside those of another window, and updates progress', async () => {
    const { user } = await open();
    await waitFor(() => expect(field()).toHaveFocus());
    expect(field()).toHaveAccessibleDescription(expect.stringMatching(/второй язык добавим сами/));
    await waitFor(() =>
      // Behind the dialog.
      expect(screen.getByRole('progressbar', { hidden: true })).toHaveAttribute(
        'aria-valuenow',
        '55',
      ),
    );
    await screen.findByText('Здесь появятся ваши кейсы.');
    server.cases.unshift(aCase('77', { descriptionRu: 'Из другого окна' }));
    await user.type(field(), `${text}{Enter}{Enter}`);
    await waitFor(() =>
      expect(
        screen
          .getAllByRole<HTMLTextAreaElement>('textbox', { name: 'Ваш кейс' })
          .map((one) => one.value),
      ).toEqual([text, 'Из другого окна']),
    );
    expect(server.callsOf('analyzeUseCase')).toEqual([expect.objectContaining({ text })]);
    expect(server.callsOf('createUseCase')).toEqual([
      expect.objectContaining({ itemId: '12', descriptionRu: text }),
    ]);
    expect(field()).toHaveValue('');
    expect(hasContributed()).toBe(true);
    expect(await screen.findByText('Готово. Коллеги видят ваши кейсы')).toBeInTheDocument();
  });

  test('neither analyses nor saves a blank or long text; Shift+Enter starts a new line', async () => {
    const { user } = await open({ settings: { languageModel: false } });
    expect(button('Проверить текст')).toBeDisabled();
    expect(button('Сохранить кейс')).toBeDisabled();
    await user.type(field(), '   {Enter}');
    expect(await screen.findByText('Напишите хотя бы одно предложение')).toBeInTheDocument();
    await user.clear(field());
    await user.type(field(), 'один{Shift>}{Enter}{/Shift}два');
    expect(field()).toHaveValue('один\nдва');
    await user.paste('а'.repeat(4992));
    expect(button('Сохранить кейс')).toBeEnabled();
    await user.paste('б');
    expect(button('Сохранить кейс')).toBeDisabled();
    expect(screen.getByText(/Не больше 5.000 знаков/)).toBeInTheDocument();
    expect(server.callsOf('analyzeUseCase')).toHaveLength(0);
    expect(server.callsOf('createUseCase')).toHaveLength(0);
  });

  describe('section 4, the six messages, with a slow model', () => {
    const plans = {
      create: ['detecting_language', 'translating', 'saving'],
      update: ['detecting_language', 'updating', 'translating', 'saving', 'analysing_changes'],
    };
    const words: Record<string, string> = {
      analysing_text: 'Анализируем текст…',
      detecting_language: 'Определяем язык…',
      updating: 'Обновляем…',
      translating: 'Переводим…',
      saving: 'Сохраняем…',
      analysing_changes: 'Анализируем изменения…',
    };
    /** Collects further messages of the status, each once. */
    const listen = () => {
      const said: string[] = [];
      const look = () => {
        const now = screen
          .queryAllByRole('status')
          .map((status) => status.textContent?.match(/^[^…]+…/)?.[0])
          .find(Boolean);
        if (now && said.at(-1) !== now) said.push(now);
      };
      const observer = new MutationObserver(look);
      observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      return { said, stop: () => observer.disconnect() };
    };
    /** Makes the server stay at one step, as a slow model does; earlier steps are quick. */
    const standAt = (plan: string[], step: string) => {
      const position = plan.indexOf(step) + 1;
      server.answers['useCaseProgress'] = () => ({
        step,
        position,
        total: plan.length,
        passed: plan.slice(0, position - 1),
      });
    };

    test('creation: shows analysing, detecting, translating and saving with the server’s numbers', async () => {
      let finish = { analysis: (_answer: unknown) => {}, saving: () => {} };
      server.answers['analyzeUseCase'] = () =>
        new Promise((resolve) => (finish = { ...finish, analysis: resolve }));
      server.answers['createUseCase'] = (args) =>
        new Promise((resolve) => {
          finish.saving = () =>
            resolve({
              ...aCase('1', { descriptionRu: args['descriptionRu']! }),
              knowledgeItem: null,
            });
        });
      const { user } = await open();
      const { said, stop } = listen();
      await user.type(field(), `${text}{Enter}`);
      expect(await screen.findByText(/^Анализируем текст…/)).toBeInTheDocument();
      standAt(plans.create, 'translating');
      await act(async () => finish.analysis({ source: 'model', improvedCases: [] }));
      expect(await screen.findByText('Переводим… 2 из 3')).toBeInTheDocument();
      standAt(plans.create, 'saving');
      expect(await screen.findByText('Сохраняем… 3 из 3')).toBeInTheDocument();
      const ids = new Set(server.callsOf('useCaseProgress').map((call) => call['progressId']));
      expect(ids).toContain(server.callsOf('createUseCase')[0]?.['progressId']);
      await act(async () => finish.saving());
      await waitFor(() => expect(screen.queryByText(/3 из 3/)).toBeNull());
      stop();
      expect(said).toEqual(['analysing_text', ...plans.create].map((step) => words[step]));
    });
  });

  test('section 4, creation: needs_clarification asks and keeps the original, which can be saved by button or Enter', async () => {
    server.answers['analyzeUseCase'] = ({ text }) => ({
      source: 'model',
      improvedCases: [{ type: 'needs_clarification', reason: 'С каким результатом?', text }],
    });
    const { user } = await open();
    await user.type(field(), 'Пишу код{Enter}');
    expect(await screen.findByText('С каким результатом?')).toBeInTheDocument();
    expect(field()).toHaveValue('Пишу код');
    expect(server.callsOf('createUseCase')).toHaveLength(0);

    await user.type(field(), ' быстрее{Enter}');
    await waitFor(() => expect(server.callsOf('analyzeUseCase')).toHaveLength(2));
    expect(server.callsOf('createUseCase')).toHaveLength(0);
    await user.click(await screen.findByRole('button', { name: 'Сохранить как есть' }));
    await waitFor(() =>
      expect(server.callsOf('createUseCase')).toEqual([
        expect.objectContaining({ descriptionRu: 'Пишу код быстрее' }),
      ]),
    );
    await waitFor(() => expect(field()).toHaveValue(''));
    await user.type(field(), 'Рисую{Enter}');
    await screen.findByText('С каким результатом?');
    await user.type(field(), '{Enter}');
    await waitFor(() => expect(server.callsOf('createUseCase')).toHaveLength(2));
    expect(server.callsOf('analyzeUseCase')).toHaveLength(3);
  });

  describe('section 3, analysis: an improved text', () => {
    beforeEach(() => {
      server.answers['analyzeUseCase'] = () => ({
        source: 'model',
        improvedCases: [{ type: 'improved', reason: 'Добавлен результат', text: 'Лучше моего' }],
      });
    });
    const created = () => server.callsOf('createUseCase').map((call) => call['descriptionRu']);
    const row = () => screen.findByRole('textbox', { name: 'Ваш кейс' });

    test('the first Enter saves the own text; the improved one is then offered', async () => {
      const { user } = await open();
      await user.type(field(), `${text}{Enter}`);
      expect(await row()).toHaveValue(text);
      expect(created()).toEqual([text]);
      expect(field()).toHaveValue('');
      expect(await screen.findByRole('radio', { name: /Лучше моего/ })).toBeChecked();
      expect(screen.getByText('Добавлен результат')).toBeInTheDocument();
      await user.click(button('Сохранить улучшенный'));
      await waitFor(async () => expect(await row()).toHaveValue('Лучше моего'));
      expect(server.callsOf('updateUseCase')).toEqual([
        expect.objectContaining({ id: 'new 1', descriptionRu: 'Лучше моего' }),
      ]);
      expect(screen.queryByRole('radio')).toBeNull();
      expect(created()).toHaveLength(1);
      // The next text is saved at once too; “Сохранить мой” keeps the saved text.
      await user.type(field(), 'Второй кейс{Enter}');
      await user.click(await screen.findByRole('button', { name: 'Сохранить мой' }));
      expect(screen.queryByRole('radio')).toBeNull();
      expect(created()).toEqual([text, 'Второй кейс']);
      expect(server.callsOf('updateUseCase')).toHaveLength(1);
    });

    test('“Улучшить текст” shows it before saving; Enter saves the own text', async () => {
      const { user } = await open();
      await user.type(field(), text);
      await user.click(button('Улучшить текст'));
      await screen.findByRole('radio', { name: /Лучше моего/ });
      expect(created()).toEqual([]);
      await user.type(field(), '{Enter}');
      await waitFor(() => expect(created()).toEqual([text]));
    });

    test('does not overwrite a text that was changed since, and says so', async () => {
      const { user } = await open();
      await user.type(field(), `${text}{Enter}`);
      await screen.findByRole('radio', { name: /Лучше моего/ });
      await user.type(await row(), ' и ещё{Enter}');
      await waitFor(() => expect(server.cases[0]!.descriptionRu).toBe(`${text} и ещё`));
      await user.click(button('Сохранить улучшенный'));
      const said = 'Кейс с тех пор изменился: это вариант для прежнего текста.';
      expect(await screen.findByText(said)).toBeInTheDocument();
      expect(await row()).toHaveValue(`${text} и ещё`);
      expect(server.cases[0]!.descriptionRu).toBe(`${text} и ещё`);
    });
  });

  test('section 5: the analyse button is disabled for a blank text, while analysing, and for a text with results', async () => {
    let finish = (_answer: unknown) => {};
    server.answers['analyzeUseCase'] = () => new Promise((resolve) => (finish = resolve));
    const { user } = await open();
    expect(button('Улучшить текст')).toBeDisabled();
    await user.type(field(), '   ');
    expect(button('Улучшить текст')).toBeDisabled();
    await user.type(field(), text);
    expect(button('Улучшить текст')).toBeEnabled();
    await user.click(button('Улучшить текст'));
    expect(button('Улучшить текст')).toBeDisabled();
    const improvedCases = [{ type: 'improved', reason: 'Хорошо', text }];
    await act(async () => finish({ source: 'model', improvedCases }));
    expect(await screen.findByText('Текст понятный — можно сохранять.')).toBeInTheDocument();
    expect(button('Улучшить текст')).toBeDisabled();
    await user.type(field(), '!');
    expect(button('Улучшить текст')).toBeEnabled();
  });

  test('section 8: a failed analysis says Error with the message, and offers to save the text as it is', async () => {
    server.answers['analyzeUseCase'] = refuse('Модель не отвечает');
    const { user } = await open();
    await user.type(field(), text);
    await user.click(button('Улучшить текст'));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Проверить текст не удалось. Сохранить как есть?');
    expect(alert).toHaveTextContent('Ответ сервера: Модель не отвечает');
    await waitFor(() =>
      expect(screen.getAllByText('Ответ сервера: Модель не отвечает')).toHaveLength(2),
    );
    expect(screen.getByText('Ошибка')).toBeInTheDocument();
    await user.click(within(alert).getByRole('button', { name: 'Сохранить как есть' }));
    await waitFor(() => expect(server.callsOf('createUseCase')).toHaveLength(1));
    await waitFor(() => expect(field()).toHaveValue(''));
    // The first Enter saves it, and shows the failed check.
    await user.type(field(), `${text}{Enter}`);
    expect(await screen.findByText('Проверить текст не удалось.')).toBeInTheDocument();
    expect(server.callsOf('createUseCase')).toHaveLength(2);
  });

  test('for a hidden service it suggests copying the text, without a reload', async () => {
    server.answers['createUseCase'] = () => {
      throw new GraphQLError('There is no such item', { extensions: { code: 'NOT_FOUND' } });
    };
    const { user } = await open();
    await user.type(field(), `${text}{Enter}`);
    expect((await screen.findAllByText(/Скопируйте текст, если он нужен/)).length).toBeGreaterThan(
      0,
    );
    expect(screen.queryByText(/Обновите страницу/)).toBeNull();
    expect(field()).toHaveValue(text);
  });

  test('a failed save keeps the text across a reload; a retry sends the same key', async () => {
    server.answers['createUseCase'] = refuse('Нет места');
    const { user, unmount } = await open();
    await user.type(field(), `${text}{Enter}`);
    await screen.findAllByText('Ответ сервера: Нет места');
    expect(field()).toHaveValue(text);
    unmount();

    delete server.answers['createUseCase'];
    const again = await open();
    expect(field()).toHaveValue(text);
    await again.user.type(field(), '{Enter}');
    await screen.findByRole('textbox', { name: 'Ваш кейс' });
    // Another text has a new key, so that the older answer is not returned.
    await again.user.type(field(), `${text}!{Enter}`);
    await waitFor(() => expect(server.callsOf('createUseCase')).toHaveLength(3));
    const keys = server.callsOf('createUseCase').map((call) => call['idempotencyKey']);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[1]);
    expect(keys[0]).toMatch(/^[\da-f]{32}$/);
    await waitFor(() => expect(readDraft(newUseCaseKey('1', '12'))).toBeNull());
  });

  test('section 4: closing confirms for unsaved text; “Не сохранять” resets the state', async () => {
    const { user } = await open();
    await user.type(field(), 'черновик');
    await user.keyboard('{Escape}');
    expect(await screen.findByText('Есть несохранённый текст')).toBeInTheDocument();
    expect(onClose).not.toHaveBeenCalled();
    await user.click(button('Не сохранять'));
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(readDraft(newUseCaseKey('1', '12'))).toBeNull();
    // The other choice saves and closes.
    await user.type(field(), text);
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Сохранить' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2));
    expect(server.callsOf('createUseCase')).toHaveLength(1);
  });

  test('does not show the draft to another person in this tab', async () => {
    const { user, unmount } = await open();
    await user.type(field(), 'мой черновик');
    unmount();
    setCurrentUser(aUser({ id: '99' }));
    await open();
    expect(field()).toHaveValue('');
  });

  test('reports a text with a credential until it is changed', async () => {
    const refuse = () => {
      throw new GraphQLError('It holds a key', {
        extensions: { code: 'INVALID', reason: 'holdsKey', facts: { field: 'text' } },
      });
    };
    server.answers['analyzeUseCase'] = refuse;
    server.answers['createUseCase'] = refuse;
    const { user } = await open();
    await user.type(field(), `${text}{Enter}`);
    await waitFor(() =>
      expect(field()).toHaveAccessibleDescription(expect.stringMatching(/Это ключ или токен/)),
    );
    await user.type(field(), '!');
    expect(field()).not.toHaveAccessibleDescription(expect.stringMatching(/Это ключ/));
  });
});

describe('progress', () => {
  const at = (value: number) => ({
    value,
    hasWrittenUseCase: value > 10,
    hasLikedUseCase: value > 55,
    complete: value === 100,
  });
  const person = (value: number) => aUser({ progress: at(value) });
  const done = 'Готово. Коллеги видят ваши кейсы';

  async function show(value: number) {
    const onNext = jest.fn();
    const page = await renderPage(<ProgressChip isShort={false} onNext={onNext} />, {
      resolvers: { Query: { me: () => person(value) } },
    });
    const reach = (next: number) =>
      act(
        async () =>
          void page.client.writeQuery({
            query: MeDocument,
            data: {
              me: {
                ...person(next),
                __typename: 'CurrentUser',
                company: null,
                progress: { ...at(next), __typename: 'Progress' },
                telegramLink: null,
              },
            },
          }),
      );
    return { ...page, onNext, reach };
  }

  test.each([
    [10, 'Дальше: опишите, как вы используете сервис', 'write'],
    [55, 'Дальше: нажмите «Полезно» у кейса коллеги', 'like'],
  ])('at %i of 100 the hint names the missing step with its link', async (value, name, step) => {
    const { user, onNext } = await show(value);
    expect(await screen.findByRole('progressbar')).toHaveAttribute('aria-valuenow', String(value));
    await user.click(screen.getByRole('button', { name }));
    expect(onNext).toHaveBeenCalledWith(step);
  });

  test('shows completion once, until the next visit', async () => {
    const { reach, unmount } = await show(55);
    await screen.findByText(/^Дальше/);
    await reach(100);
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
    expect(screen.getAllByText(done).length).toBeGreaterThan(0);
    unmount();
    await show(100);
    expect(screen.queryByRole('progressbar')).toBeNull();
  });
});
