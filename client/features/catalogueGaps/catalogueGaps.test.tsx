import { act, screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import { setCurrentUser } from '../../browser/currentUser.ts';
import * as limits from '../../limits/generated.ts';
import { anAdmin } from '../../testing/fixtures.ts';
import { renderPage } from '../../testing/render.tsx';
import { CustomVocabulary } from './CustomVocabulary.tsx';
import { MySearchAlerts } from './MySearchAlerts.tsx';
import { AddSearchAlert } from '../catalogue/AddSearchAlert.tsx';
import { CatalogueGaps } from './CatalogueGaps.tsx';

beforeEach(() => void setCurrentUser(anAdmin()));
const refusal = (code: string, reason?: string) =>
  new GraphQLError('English of the server', { extensions: { code, reason } });
type Args = Record<string, unknown>;

const aGap = (id: string, name: string, changes: Args = {}) => ({
  id,
  kind: 'search',
  name,
  language: null,
  count: 1,
  alertsCount: 0,
  lastRequestedAt: '2026-11-20T00:00:00.000Z',
  comments: [],
  state: 'open',
  vocabularyKind: null,
  vocabularyId: null,
  declineReason: null,
  mergedName: null,
  proposalId: null,
  refusedItem: null,
  knowledgeItem: null,
  closedBy: null,
  closedAt: null,
  canReopen: false,
  ...changes,
});

describe('catalogue gaps and synonyms', () => {
  let synonyms: Array<{ id: string; word: string; synonym: string }>;
  let refuse: (() => Error) | null;
  let sent: Args[];
  let gaps: ReturnType<typeof aGap>[];
  let words: object[];
  let concepts: object[];
  const resolvers = {
    Query: {
      catalogueGaps: (_: unknown, { states, kind }: Args) =>
        gaps.filter(
          (gap) => (states as string[]).includes(gap.state) && (!kind || gap.kind === kind),
        ),
      synonyms: () => synonyms,
      customSynonyms: () => words,
      customConcepts: () => concepts,
      findConcepts: (_: unknown, { search }: Args) =>
        search === 'голос' ? [{ id: 'voice', nameRu: 'голос', nameEn: 'voice' }] : [],
    },
    Mutation: {
      addSynonym: (_: unknown, args: Args) => {
        sent.push({ ...args });
        if (refuse) throw refuse();
        const made = { id: '9', word: String(args['word']), synonym: String(args['synonym']) };
        synonyms = [...synonyms, made];
        return made;
      },
      addCustomSynonym: (_: unknown, args: Args) => {
        sent.push({ ...args });
        if (refuse) throw refuse();
        const concept = { id: 'voice', nameRu: 'голос', nameEn: 'voice' };
        words = [{ id: '4', word: String(args['word']), concept }];
        settle('1', { state: 'taught', vocabularyKind: 'word', vocabularyId: '4' });
        return words[0];
      },
      removeCustomSynonym: () => {
        words = [];
        settle('1', { state: 'open', vocabularyKind: null });
        return { success: true };
      },
      addCustomConcept: (_: unknown, args: Args) => {
        sent.push({ ...args });
        const { nameRu, nameEn } = args;
        concepts = [{ id: '5', nameRu, nameEn, wordsRu: [], wordsEn: [], broader: null }];
        return concepts[0];
      },
      updateCustomConcept: (_: unknown, { id, ...args }: Args) => {
        sent.push(args);
        if (refuse) throw refuse();
        concepts = [{ id, ...args, broader: null }];
        return concepts[0];
      },
      removeCustomConcept: () => {
        concepts = [];
        return { success: true };
      },
      declineCatalogueGap: (_: unknown, args: Args) => {
        sent.push({ ...args });
        if (refuse) throw refuse();
        return settle(args['id'], { state: 'declined', declineReason: args['reason'] });
      },
      mergeCatalogueGap: (_: unknown, args: Args) => {
        sent.push({ ...args });
        return settle(args['id'], { state: 'merged', mergedName: 'warp drive' });
      },
      reopenCatalogueGap: (_: unknown, args: Args) => {
        sent.push({ ...args });
        return settle(args['id'], { state: 'open', declineReason: null, mergedName: null });
      },
      removeSynonym: (_: unknown, { id }: Args) => {
        synonyms = synonyms.filter((pair) => pair.id !== id);
        return { success: true };
      },
    },
  };
  beforeEach(() => {
    synonyms = [{ id: '1', word: 'арт', synonym: 'рисунок' }];
    gaps = [
      aGap('1', 'гравицаппа', { language: 'ru', count: 12, alertsCount: 2 }),
      aGap('2', 'warp drive', { language: 'en' }),
      aGap('3', 'https://tool.example.com/', {
        kind: 'proposal',
        proposalId: '8',
        comments: ['Для отчётов'],
      }),
    ];
    refuse = null;
    sent = [];
    [words, concepts] = [[], []];
  });
  const settle = (id: unknown, changes: Args) => {
    gaps = gaps.map((gap) =>
      gap.id === id ? { ...gap, ...changes, canReopen: changes['state'] !== 'open' } : gap,
    );
    return gaps.find((gap) => gap.id === id);
  };
  const page = (
    <>
      <CatalogueGaps />
      <CustomVocabulary />
    </>
  );
  const show = (at = '/') => renderPage(page, { resolvers, at });
  const button = (name: string) => screen.findByRole('button', { name });
  const type = async (user: { type: (field: Element, text: string) => Promise<void> }) => {
    await user.type(screen.getByRole('textbox', { name: 'Слово' }), ' озвучка ');
    await user.type(screen.getByRole('textbox', { name: 'Синоним' }), 'voice-over');
  };

  test('lists failed searches by language and frequency; the view is in the address', async () => {
    const { user, router, unmount } = await show();
    expect(await screen.findByText('гравицаппа')).toHaveAttribute('lang', 'ru');
    expect(screen.getByText('warp drive')).toHaveAttribute('lang', 'en');
    expect(screen.getByText('×12')).toBeInTheDocument();
    expect(screen.getByText('2 человека ждут')).toBeInTheDocument();
    expect(screen.getByText('Для отчётов')).toBeInTheDocument();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Вид пробела' }), 'search');
    await waitFor(() =>
      expect(screen.queryByText('https://tool.example.com/')).not.toBeInTheDocument(),
    );
    await user.click(screen.getByRole('button', { name: 'Закрытые' }));
    const place = '?kind=search&view=done';
    expect(router.state.location.search).toBe(place);
    await act(() => router.navigate(-1));
    expect(router.state.location.search).toBe('?kind=search');
    unmount();
    await show(`/${place}`);
    expect(await screen.findByRole('combobox', { name: 'Вид пробела' })).toHaveValue('search');
    expect(screen.getByRole('button', { name: 'Закрытые' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });

  test('adds and removes a synonym; a known or long one shows an error and keeps its text', async () => {
    const { user } = await show();
    await user.click(await button('Убрать пару «арт — рисунок»'));
    await waitFor(() => expect(screen.queryByText(/арт — рисунок/)).not.toBeInTheDocument());
    const word = screen.getByRole('textbox', { name: 'Слово' });
    await waitFor(() => expect(word).toHaveFocus());
    const add = screen.getByRole('button', { name: 'Добавить пару' });
    expect(add).toBeDisabled();
    await type(user);
    refuse = () => refusal('CONFLICT', 'synonymKnown');
    await user.click(add);
    expect(await screen.findByText('Поиск уже знает эту пару.')).toBeInTheDocument();
    const field = screen.getByRole('textbox', { name: 'Синоним' });
    expect(field).toHaveValue('voice-over');
    refuse = null;
    await user.click(add);
    expect(await screen.findByText(/озвучка — voice-over/)).toBeInTheDocument();
    expect(sent.at(-1)).toEqual({ word: 'озвучка', synonym: 'voice-over' });
    expect(word).toHaveValue('');
    await user.click(field);
    await user.paste('x'.repeat(limits.synonym + 1));
    expect(field).toHaveAccessibleDescription(`Не больше ${limits.synonym} знаков`);
    expect(add).toBeDisabled();
  });

  test('resolves a gap by a custom concept with a word per line', async () => {
    const { user } = await show();
    await user.click(await button('Обучить поиск: warp drive'));
    await user.click(await button('Новое понятие'));
    expect(await screen.findByRole('textbox', { name: /^Название по-английски/ })).toHaveValue(
      'warp drive',
    );
    await user.type(screen.getByRole('textbox', { name: /^Название по-русски/ }), 'варп');
    await user.type(
      screen.getByRole('textbox', { name: 'Другие слова по-русски' }),
      ' двигатель{Enter}{Enter}варп-привод',
    );
    await user.click(screen.getByRole('button', { name: 'Обучить поиск' }));
    expect(await screen.findByText('варп')).toBeInTheDocument();
    expect(sent).toEqual([
      {
        nameRu: 'варп',
        nameEn: 'warp drive',
        wordsRu: ['двигатель', 'варп-привод'],
        wordsEn: [],
        broaderId: null,
        gapId: '2',
      },
    ]);
    await user.click(screen.getByRole('button', { name: 'Убрать понятие «варп»' }));
    await waitFor(() => expect(screen.queryByText('варп')).not.toBeInTheDocument());
  });

  test('edits a custom concept in place, with undo', async () => {
    const broader = { id: 'voice', nameRu: 'голос', nameEn: 'voice' };
    const said = { wordsRu: ['двигатель'], wordsEn: ['warp'] };
    concepts = [{ id: '5', nameRu: 'варп', nameEn: 'warp drive', ...said, broader }];
    const { user } = await show();
    await user.click(await screen.findByRole('button', { name: 'Изменить понятие «варп»' }));
    const name = await screen.findByRole('textbox', { name: /^Название по-русски/ });
    expect(name).toHaveValue('варп');
    expect(screen.getByRole('textbox', { name: 'Другие слова по-русски' })).toHaveValue(
      'двигатель',
    );
    expect(screen.getByRole('combobox', { name: 'Более общее понятие' })).toHaveValue('voice');
    await user.type(name, '-привод');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    expect(await screen.findByText('варп-привод')).toBeInTheDocument();
    const before = { nameRu: 'варп', nameEn: 'warp drive', ...said, broaderId: 'voice' };
    expect(sent).toEqual([{ ...before, nameRu: 'варп-привод' }]);
    await user.click(await screen.findByRole('button', { name: 'Отменить', hidden: true }));
    expect(await screen.findByText('варп')).toBeInTheDocument();
    expect(sent[1]).toEqual(before);
  });

  test('adds a service for a gap with its known data', async () => {
    const { user, router } = await show();
    await user.click(await button('Добавить сервис: https://tool.example.com/'));
    expect(router.state.location.pathname + router.state.location.search).toBe(
      '/admin/services?address=https%3A%2F%2Ftool.example.com%2F&proposal=8',
    );
    await user.click(await button('Добавить сервис: warp drive'));
    expect(router.state.location.search).toBe('?gap=2&name=warp+drive');
  });

  test('names the added word of a gap, and if it was removed since', async () => {
    const concept = { id: 'voice', nameRu: 'голос', nameEn: 'voice' };
    words = [{ id: '4', word: 'гравицаппа', concept }];
    concepts = [
      { id: '5', nameRu: 'полёты', nameEn: 'flight', wordsRu: [], wordsEn: [], broader: null },
    ];
    const taught = (id: string, lesson: string, lessonId: string) =>
      aGap(id, `пожелание ${id}`, {
        state: 'taught',
        vocabularyKind: lesson,
        vocabularyId: lessonId,
      });
    gaps = [
      taught('1', 'word', '4'),
      taught('2', 'concept', '5'),
      taught('3', 'synonym', '1'),
      taught('4', 'synonym', '99'),
      // A row from before the id was stored.
      aGap('5', 'пожелание 5', { state: 'taught', vocabularyKind: 'word', vocabularyId: null }),
    ];
    const { user } = await show();
    await user.click(await button('Закрытые'));
    await screen.findByText('Теперь поиск понимает это как «голос»');
    const said = ['1', '2', '3', '4', '5'].map(
      (id) => screen.getByText(`пожелание ${id}`).closest('li')!.querySelector('p')?.textContent,
    );
    expect(said).toEqual([
      'Теперь поиск понимает это как «голос»',
      'Теперь это понятие «полёты»',
      'Теперь это синонимы: арт — рисунок',
      'То, чему обучили поиск по этому запросу, потом убрали',
      undefined,
    ]);
  });

  test('declines a gap with a message by keys, with undo', async () => {
    const { user } = await show();
    await screen.findByText('гравицаппа');
    await user.keyboard('j3');
    const decline = await screen.findByRole('dialog');
    const answer = within(decline).getByRole('textbox', { name: /Ответ/ });
    const send = within(decline).getByRole('button', { name: 'Отклонить' });
    await user.click(answer);
    await user.paste('а'.repeat(limits.proposalAnswer));
    expect(send).toBeEnabled();
    await user.paste('а');
    expect(send).toBeDisabled();
    await user.clear(answer);
    await user.type(answer, ' Такого нет ');
    await user.click(send);
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Обучить поиск: гравицаппа' })).toBeNull(),
    );
    expect(sent).toEqual([{ id: '1', reason: 'Такого нет' }]);
    await waitFor(async () => expect(await button('Обучить поиск: warp drive')).toHaveFocus());
    await user.click(screen.getByRole('button', { name: 'Закрытые' }));
    expect(await screen.findByText('Ответ: Такого нет')).toBeInTheDocument();
    await user.click(await button('Открыть снова: гравицаппа'));
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Открыть снова: гравицаппа' })).toBeNull(),
    );
    expect(sent[1]).toEqual({ id: '1' });
  });

  test('merges a gap into another one and separates it again', async () => {
    const { user } = await show();
    await user.click(await button('Подробнее: гравицаппа'));
    await user.click(await button('Объединить: гравицаппа'));
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByRole('option', { name: 'warp drive · Поиск' });
    expect(within(dialog).queryByRole('option', { name: /гравицаппа/ })).toBeNull();
    await user.selectOptions(within(dialog).getByRole('combobox'), '2');
    await user.click(within(dialog).getByRole('button', { name: 'Объединить' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([{ id: '1', intoId: '2' }]);
    await user.click(await screen.findByRole('button', { name: 'Отменить' }));
    expect(await button('Подробнее: гравицаппа')).toBeInTheDocument();
    // A proposal can be merged only with proposals.
    await user.click(await button('Подробнее: https://tool.example.com/'));
    await user.click(await button('Объединить: https://tool.example.com/'));
    expect(
      await screen.findByRole('option', { name: 'Других открытых пробелов нет' }),
    ).toBeInTheDocument();
  });
});

describe('search alerts', () => {
  let own: { id: string; text: string; outcome: string | null }[];
  const sent: Args[] = [];
  const full = (one: (typeof own)[number]) => ({
    language: 'ru',
    createdAt: '2026-11-20T00:00:00.000Z',
    notifiedAt: null,
    declineReason: null,
    knowledgeItem: null,
    ...one,
  });
  const resolvers = {
    Query: { mySearchAlerts: () => own.map(full) },
    Mutation: {
      addSearchAlert: (_: unknown, args: Args) => {
        sent.push({ ...args });
        own = [{ id: '7', text: 'гравицаппа', outcome: null }];
        return full(own[0]!);
      },
      removeSearchAlert: (_: unknown, { id }: Args) => {
        own = own.filter((one) => one.id !== id);
        return { success: true };
      },
    },
  };

  test('subscribes and unsubscribes with one press', async () => {
    own = [];
    const { user } = await renderPage(<AddSearchAlert search=" Гравицаппа" />, { resolvers });
    const button = await screen.findByRole('button', { name: /^Сообщить, когда/ });
    expect(button).toHaveAttribute('aria-pressed', 'false');
    await user.click(button);
    expect(await screen.findByRole('button', { name: 'Сообщим вам' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    expect(sent).toEqual([{ search: ' Гравицаппа' }]);
    await user.click(screen.getByRole('button', { name: 'Сообщим вам' }));
    expect(await screen.findByRole('button', { name: /^Сообщить, когда/ })).toBeInTheDocument();
    expect(own).toEqual([]);
  });

  test('lists the outcome of each alert with its link, and unsubscribes', async () => {
    own = [
      { id: '7', text: 'гравицаппа', outcome: null },
      { id: '8', text: 'warp drive', outcome: 'served' },
    ];
    const { user } = await renderPage(<MySearchAlerts />, { resolvers });
    expect(await screen.findByText('Есть результаты')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'warp drive' })).toHaveAttribute(
      'href',
      '/dashboard?search=warp+drive',
    );
    expect(screen.getByRole('heading', { name: 'Подписки на поиск' })).not.toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Отписаться: гравицаппа' }));
    await waitFor(() => expect(screen.queryByText('гравицаппа')).not.toBeInTheDocument());
  });
});
