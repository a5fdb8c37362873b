import { act, screen, waitFor } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import { keepCurrentUser } from '../../browser/currentUser.ts';
import { forgetNotices } from '../../design/notices.ts';
import { notify } from '../../design/notify.ts';
import { anAdmin } from '../../testing/people.ts';
import { renderPage } from '../../testing/render.tsx';
import { Wishes } from './Wishes.tsx';

beforeEach(() => void keepCurrentUser(anAdmin()));
afterEach(() =>
  act(() => {
    notify.dismiss();
    forgetNotices();
  }),
);

const refusal = (code: string, reason?: string) =>
  new GraphQLError('English of the server', { extensions: { code, reason } });
type Args = Record<string, unknown>;

describe('the wish list and the synonyms', () => {
  let synonyms: Array<{ id: string; word: string; synonym: string }>;
  let refuse: (() => Error) | null;
  let sent: Args[];
  let wishes: object[];
  let words: object[];
  let concepts: object[];
  const resolvers = {
    Query: {
      zeroResultSearches: () => wishes,
      synonyms: () => synonyms,
      taughtWords: () => words,
      ownConcepts: () => concepts,
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
      teachWord: (_: unknown, args: Args) => {
        sent.push({ ...args });
        if (refuse) throw refuse();
        const concept = { id: 'voice', nameRu: 'голос', nameEn: 'voice' };
        words = [{ id: '4', word: String(args['word']), concept }];
        return words[0];
      },
      forgetWord: () => {
        words = [];
        return { success: true };
      },
      teachConcept: (_: unknown, args: Args) => {
        sent.push({ ...args });
        const { nameRu, nameEn } = args;
        concepts = [{ id: '5', nameRu, nameEn, wordsRu: [], wordsEn: [], broader: null }];
        return concepts[0];
      },
      changeConcept: (_: unknown, { id, ...args }: Args) => {
        sent.push(args);
        if (refuse) throw refuse();
        concepts = [{ id, ...args, broader: null }];
        return concepts[0];
      },
      forgetConcept: () => {
        concepts = [];
        return { success: true };
      },
      removeSynonym: (_: unknown, { id }: Args) => {
        synonyms = synonyms.filter((pair) => pair.id !== id);
        return { success: true };
      },
    },
  };
  beforeEach(() => {
    synonyms = [{ id: '1', word: 'арт', synonym: 'рисунок' }];
    wishes = [
      { text: 'гравицаппа', language: 'ru', day: '2026-11-20', count: 12 },
      { text: 'warp drive', language: 'en', day: '2026-11-19', count: 1 },
    ];
    refuse = null;
    sent = [];
    [words, concepts] = [[], []];
  });
  const show = () => renderPage(<Wishes />, { resolvers });
  const type = async (user: { type: (field: Element, text: string) => Promise<void> }) => {
    await user.type(screen.getByRole('textbox', { name: 'Слово' }), ' озвучка ');
    await user.type(screen.getByRole('textbox', { name: 'Синоним' }), 'voice-over');
  };

  test('shows what was searched in vain, in its language, and how often', async () => {
    await show();
    expect(await screen.findByText('гравицаппа')).toHaveAttribute('lang', 'ru');
    expect(screen.getByText('warp drive')).toHaveAttribute('lang', 'en');
    expect(screen.getByText('×12')).toBeInTheDocument();
  });

  test('a pair is added and taken away', async () => {
    const { user } = await show();
    await screen.findByText(/арт — рисунок/);
    expect(screen.getByRole('button', { name: 'Добавить пару' })).toBeDisabled();
    await type(user);
    await user.click(screen.getByRole('button', { name: 'Добавить пару' }));
    expect(await screen.findByText(/озвучка — voice-over/)).toBeInTheDocument();
    expect(sent).toEqual([{ word: 'озвучка', synonym: 'voice-over' }]);
    expect(screen.getByRole('textbox', { name: 'Слово' })).toHaveValue('');
    await user.click(screen.getByRole('button', { name: 'Убрать пару «арт — рисунок»' }));
    await waitFor(() => expect(screen.queryByText(/арт — рисунок/)).not.toBeInTheDocument());
  });

  test('the keyboard goes on at the pair beside the one that was taken away, else at the word', async () => {
    synonyms.push({ id: '2', word: 'звук', synonym: 'голос' });
    const { user } = await show();
    await user.click(await screen.findByRole('button', { name: 'Убрать пару «арт — рисунок»' }));
    const other = screen.getByRole('button', { name: 'Убрать пару «звук — голос»' });
    await waitFor(() => expect(other).toHaveFocus());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Слово' })).toHaveFocus());
  });

  test('a pair that is known already keeps its text, and the reason is said', async () => {
    refuse = () => refusal('CONFLICT', 'synonymKnown');
    const { user } = await show();
    await screen.findByText('гравицаппа');
    await type(user);
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Поиск уже знает эту пару.')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Синоним' })).toHaveValue('voice-over');
  });

  test('what was searched in vain is taught as a word of a concept, and taken back', async () => {
    const { user } = await show();
    await user.click(await screen.findByRole('button', { name: '«гравицаппа» значит понятие…' }));
    expect(await screen.findByRole('textbox', { name: /^Слово/ })).toHaveValue('гравицаппа');
    const teach = screen.getByRole('button', { name: 'Научить поиск' });
    expect(teach).toBeDisabled();
    await user.type(screen.getByRole('textbox', { name: 'Найти понятие' }), 'голос');
    await screen.findByRole('option', { name: 'голос · voice' });
    await user.selectOptions(screen.getByRole('combobox', { name: /^Понятие/ }), 'voice');
    await user.click(teach);
    expect(await screen.findByText('гравицаппа → голос')).toBeInTheDocument();
    expect(sent).toEqual([{ word: 'гравицаппа', conceptId: 'voice' }]);
    await user.click(await screen.findByRole('button', { name: 'Отменить', hidden: true }));
    await waitFor(() => expect(screen.queryByText('гравицаппа → голос')).not.toBeInTheDocument());
  });

  test('so it is as a concept of our own, with a word in each line', async () => {
    const { user } = await show();
    await user.click(await screen.findByRole('button', { name: 'Новое понятие для «warp drive»' }));
    expect(await screen.findByRole('textbox', { name: /^Название по-английски/ })).toHaveValue(
      'warp drive',
    );
    await user.type(screen.getByRole('textbox', { name: /^Название по-русски/ }), 'варп');
    await user.type(
      screen.getByRole('textbox', { name: 'Другие слова по-русски' }),
      ' двигатель{Enter}{Enter}варп-привод',
    );
    await user.click(screen.getByRole('button', { name: 'Научить поиск' }));
    expect(await screen.findByText('варп')).toBeInTheDocument();
    expect(sent).toEqual([
      {
        nameRu: 'варп',
        nameEn: 'warp drive',
        wordsRu: ['двигатель', 'варп-привод'],
        wordsEn: [],
        broaderId: null,
      },
    ]);
    await user.click(screen.getByRole('button', { name: 'Убрать понятие «варп»' }));
    await waitFor(() => expect(screen.queryByText('варп')).not.toBeInTheDocument());
  });

  test('a concept of our own is changed where it stands, and back', async () => {
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
    expect(screen.getByRole('combobox', { name: 'Это разновидность' })).toHaveValue('voice');
    await user.type(name, '-привод');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    expect(await screen.findByText('варп-привод')).toBeInTheDocument();
    const before = { nameRu: 'варп', nameEn: 'warp drive', ...said, broaderId: 'voice' };
    expect(sent).toEqual([{ ...before, nameRu: 'варп-привод' }]);
    await user.click(await screen.findByRole('button', { name: 'Отменить', hidden: true }));
    expect(await screen.findByText('варп')).toBeInTheDocument();
    expect(sent[1]).toEqual(before);
  });

  test('what could not be taught is said, and what was typed stays', async () => {
    refuse = () => refusal('CONFLICT', 'synonymKnown');
    const { user } = await show();
    await user.click(
      await screen.findByRole('button', { name: '«гравицаппа» значит то же, что…' }),
    );
    await user.type(await screen.findByRole('textbox', { name: /^Синоним/ }), 'voice-over');
    await user.click(screen.getByRole('button', { name: 'Научить поиск' }));
    expect(await screen.findByText('Поиск уже знает эту пару.')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: /^Синоним/ })).toHaveValue('voice-over');
  });

  test('says so when every search found something', async () => {
    wishes = [];
    await show();
    expect(await screen.findByText('По всем запросам что-то нашлось')).toBeInTheDocument();
  });
});
