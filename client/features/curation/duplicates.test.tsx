import { screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import { setCurrentUser } from '../../browser/currentUser.ts';
import { anAdmin } from '../../testing/people.ts';
import { renderPage } from '../../testing/render.tsx';
import { Duplicates } from './Duplicates.tsx';

beforeEach(() => void setCurrentUser(anAdmin()));
type Args = Record<string, unknown>;
const item = (id: string, given: object = {}) => ({
  id,
  titleRu: null,
  titleEn: 'Painter',
  descriptionRu: null,
  descriptionEn: 'Draws',
  imageUrl: null,
  sourceUrl: 'https://painter.example.com/',
  raindropTags: ['image'],
  likesCount: 1,
  useCasesCount: 0,
  adminVisibility: 'visible',
  ...given,
});
const outcome = {
  merge: { id: '3' },
  bookmark: { state: 'written', reason: null },
  otherBookmark: { state: 'unchanged', reason: null },
};

describe('duplicates', () => {
  let groups: object[];
  let merges: object[];
  let sent: Args[];
  let undone: string[];
  let refuse: boolean;
  const resolvers = {
    Query: {
      duplicates: () => ({ groups, total: groups.length, identical: 1 }),
      merges: () => merges,
    },
    Mutation: {
      mergeKnowledge: (_: unknown, args: Args) => {
        sent.push({ ...args });
        if (refuse)
          throw new GraphQLError('x', { extensions: { code: 'CONFLICT', reason: 'beingDecided' } });
        groups = [];
        return outcome;
      },
      mergeIdenticalDuplicates: () => {
        groups = [];
        return { merged: 2, remaining: 0 };
      },
      undoMerge: (_: unknown, { id }: Args) => {
        undone.push(String(id));
        return outcome;
      },
    },
  };
  beforeEach(() => {
    groups = [
      {
        key: 'a',
        matchedBy: 'address',
        isIdentical: false,
        trashableIds: ['1', '2'],
        items: [
          item('1'),
          item('2', { titleEn: 'Painter 2', descriptionEn: null, raindropTags: ['text'] }),
        ],
      },
    ];
    merges = [];
    [sent, undone, refuse] = [[], [], false];
  });
  const show = () => renderPage(<Duplicates />, { resolvers });

  test('nothing is counted before it is known, nor where it cannot be known', async () => {
    let isAway = true;
    const { user } = await renderPage(<Duplicates />, {
      resolvers: {
        ...resolvers,
        Query: {
          ...resolvers.Query,
          duplicates: () => {
            if (isAway) throw new GraphQLError('x', { extensions: { code: 'UNAVAILABLE' } });
            return { groups, total: groups.length, identical: 1 };
          },
        },
      },
    });
    expect(screen.getByRole('heading', { level: 3 })).toHaveTextContent(/^Дубли$/);
    const again = await screen.findByRole('button', { name: 'Повторить' });
    expect(screen.getByRole('heading', { level: 3 })).toHaveTextContent(/^Дубли$/);
    isAway = false;
    await user.click(again);
    expect(await screen.findByRole('heading', { name: '1 группа дублей' })).toBeInTheDocument();
  });

  test('are compared side by side, and merged as chosen', async () => {
    const { user } = await show();
    await user.click(await screen.findByRole('button', { name: /Сравнить.*: Painter 2/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Объединить два сервиса' });
    const group = (name: string) => within(dialog).getByRole('group', { name });
    await user.click(
      within(group('Название по-английски')).getByRole('radio', { name: 'Painter 2' }),
    );
    await user.click(within(group('Теги')).getByRole('radio', { name: '#image' }));
    await user.click(
      within(group('Другая закладка в Raindrop')).getByRole('radio', { name: /корзину/ }),
    );
    await user.click(within(dialog).getByRole('button', { name: 'Объединить' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({
      keptId: '1',
      mergedId: '2',
      take: ['titleEn'],
      tags: 'kept',
      bookmark: 'trash',
    });
    expect(await screen.findByText('Дублей нет')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('the other one may stay: what it lacks comes from the first, the trash is for bookmarks that are there; hiding and a refusal are said', async () => {
    groups = [
      {
        ...groups[0]!,
        trashableIds: ['2'],
        items: [
          item('1', { titleEn: 'Seen' }),
          item('2', { titleEn: 'Unseen', descriptionEn: null, adminVisibility: 'hidden' }),
        ],
      },
    ];
    const { user } = await show();
    const [line] = await screen.findAllByText(/^https:\/\/painter/);
    expect(line).toHaveTextContent('https://painter.example.com/ · 1 пользователь · 0 кейсов');
    await user.click(await screen.findByRole('button', { name: /Сравнить/ }));
    const dialog = within(await screen.findByRole('dialog'));
    const fate = () => dialog.queryByRole('group', { name: 'Другая закладка в Raindrop' });
    const warning = /«Unseen» скрыт.*«Seen» пропадёт у всех/;
    expect(dialog.queryByText(warning)).toBeNull();
    await user.click(within(fate()!).getByRole('radio', { name: /корзину/ }));
    await user.click(dialog.getAllByRole('radio')[1]!);
    // The dialog fades in.
    await waitFor(() => expect(dialog.getByText(warning)).toBeVisible());
    expect(fate()).toBeNull();
    refuse = true;
    await user.click(dialog.getByRole('button', { name: 'Объединить' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(/другой администратор|сейчас/i);
    refuse = false;
    await user.click(dialog.getByRole('button', { name: 'Объединить' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toMatchObject({
      keptId: '2',
      mergedId: '1',
      take: ['descriptionEn'],
      bookmark: 'keep',
    });
  });

  const past = {
    id: '9',
    keptItem: { id: '1', titleRu: null, titleEn: 'Painter' },
    mergedTitle: 'Old',
    mergedUrl: 'https://old.example.com/',
    mergedAt: '2026-11-20T10:00:00.000Z',
    mergedBy: { id: '2', name: 'Ада' },
    bookmark: 'keep',
    undoneAt: null,
    canUndo: true,
  };

  test('whose row has gone leaves the keyboard in the list: the next row, else the heading', async () => {
    const rest = { ...groups[0], key: 'b', items: [item('3'), item('4', { titleEn: 'Writer' })] };
    groups = [groups[0]!, rest];
    merges = [past, { ...past, id: '8', mergedTitle: 'Older' }];
    const { user } = await renderPage(<Duplicates />, {
      resolvers: {
        ...resolvers,
        Mutation: {
          mergeKnowledge: () => {
            groups = groups.slice(1);
            return outcome;
          },
          undoMerge: (_: unknown, { id }: Args) => {
            merges = merges.map((one) =>
              'id' in one && one.id === id ? { ...one, canUndo: false } : one,
            );
            return outcome;
          },
        },
      },
    });
    const mergePair = async (name: RegExp) => {
      await user.click(await screen.findByRole('button', { name }));
      const dialog = await screen.findByRole('dialog');
      await user.click(within(dialog).getByRole('button', { name: 'Объединить' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    await mergePair(/: Painter 2/);
    await waitFor(() => expect(screen.getByRole('button', { name: /: Writer/ })).toHaveFocus());
    await mergePair(/: Writer/);
    await waitFor(() => expect(screen.getByRole('heading', { name: /дубл/ })).toHaveFocus());
    await user.click(screen.getByRole('button', { name: 'Отменить объединение: Old' }));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Отменить объединение: Older' })).toHaveFocus(),
    );
    await user.click(screen.getByRole('button', { name: 'Отменить объединение: Older' }));
    await waitFor(() =>
      expect(
        screen.getByRole('heading', { name: 'Объединено за последние 30 дней' }),
      ).toHaveFocus(),
    );
  });

  test('those that differ in nothing go in one press, and a merge is taken back', async () => {
    merges = [past];
    const { user } = await show();
    await user.click(await screen.findByRole('button', { name: 'Объединить все' }));
    expect(await screen.findByText('Объединено 2 дубля')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Отменить объединение: Old' }));
    await waitFor(() => expect(undone).toEqual(['9']));
    expect(await screen.findByText(/Объединение отменено/)).toBeInTheDocument();
  });
});
