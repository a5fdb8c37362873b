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
  const resolvers = {
    Query: { zeroResultSearches: () => wishes, synonyms: () => synonyms },
    Mutation: {
      addSynonym: (_: unknown, args: Args) => {
        sent.push({ ...args });
        if (refuse) throw refuse();
        const made = { id: '9', word: String(args['word']), synonym: String(args['synonym']) };
        synonyms = [...synonyms, made];
        return made;
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

  test('says so when every search found something', async () => {
    wishes = [];
    await show();
    expect(await screen.findByText('По всем запросам что-то нашлось')).toBeInTheDocument();
  });
});
