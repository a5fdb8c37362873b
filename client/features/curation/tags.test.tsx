import { screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import { setCurrentUser } from '../../browser/currentUser.ts';
import { anAdmin } from '../../testing/fixtures.ts';
import { renderPage } from '../../testing/render.tsx';
import { TagDuplicates } from './TagDuplicates.tsx';
import { TagNames } from './TagNames.tsx';
import { Tags } from './Tags.tsx';
import { Duplicates } from './Duplicates.tsx';

describe('tags', () => {
  beforeEach(() => void setCurrentUser(anAdmin()));

  test('focuses the next tag after a merge', async () => {
    const rowOf = (id: string, originalName: string) => ({
      id,
      originalName,
      nameRu: originalName,
      nameEn: originalName,
      count: 6,
    });
    let tags = [rowOf('1', 'text'), rowOf('2', 'words'), rowOf('3', 'voice')];
    const { user } = await renderPage(<Tags />, {
      resolvers: {
        Query: { tags: () => tags },
        Mutation: {
          renameTag: () => {
            tags = tags.filter(({ id }) => id !== '2');
            return { changeId: '8', items: 6 };
          },
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Изменить тег: words' }));
    const dialog = await screen.findByRole('dialog');
    const name = within(dialog).getByRole('textbox', { name: /^Тег/ });
    await user.clear(name);
    await user.type(name, 'text');
    await user.click(within(dialog).getByRole('button', { name: 'Сохранить' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Изменить тег: voice' })).toHaveFocus(),
    );
  });

  describe('names of tags', () => {
    beforeEach(() => void setCurrentUser(anAdmin()));
    type Source = 'thesaurus' | 'tag' | 'model';
    const aTag = (id: string, originalName: string) => ({
      id,
      originalName,
      nameRu: originalName,
      nameEn: originalName,
      count: 3,
    });
    const proposed = (name: string, source: Source) => ({ name, source });
    const music = {
      tag: aTag('1', 'music'),
      proposedRu: proposed('музыка', 'thesaurus'),
      proposedEn: proposed('music', 'thesaurus'),
    };
    const voice = {
      tag: aTag('2', 'ai-voice'),
      proposedRu: null,
      proposedEn: proposed('ai voice', 'tag'),
    };
    const other = {
      tag: aTag('3', 'other'),
      proposedRu: null,
      proposedEn: proposed('other', 'tag'),
    };

    interface Sent {
      rows: { id: string; nameRu: string; nameEn: string }[];
    }

    /** The form with a server that answers each press with the next of `answers`. */
    async function theForm(answers: ((sent: Sent) => object)[], settings = {}) {
      const sent: Sent['rows'][] = [];
      let rows: object[] = [music, voice, other];
      const undone: string[] = [];
      let changes = 0;
      const rendered = await renderPage(<TagNames onNamed={() => (changes += 1)} />, {
        settings,
        resolvers: {
          Query: { unnamedTags: () => ({ rows, total: rows.length }) },
          Mutation: {
            nameTags: (_: unknown, args: Sent) => {
              sent.push(args.rows.map((row) => ({ ...row })));
              return answers.shift()!(args);
            },
            suggestTagNames: (_: unknown, { ids }: { ids: string[] }) =>
              ids.map((id) => ({
                id,
                proposedRu: proposed(`машина ${id}`, 'model'),
                proposedEn: proposed(`machine ${id}`, 'model'),
              })),
            undoTagChange: (_: unknown, { changeId }: { changeId: string }) => {
              undone.push(changeId);
              return { changeId: '9', items: 0 };
            },
          },
        },
      });
      await screen.findByRole('heading', { name: /3 тега без названия/ });
      const field = (name: string) => screen.getByRole('textbox', { name });
      return {
        ...rendered,
        sent,
        undone,
        changes: () => changes,
        field,
        serve: (left: object[]) => (rows = left),
      };
    }

    const named = (id: string) => ({ id, outcome: 'named', tag: null });

    test('prefills known names; saves complete rows at once, with undo', async () => {
      const form = await theForm([
        ({ rows }) => ({ changeId: '8', rows: rows.map(({ id }) => named(id)) }),
      ]);
      const { user, field } = form;
      expect(field('music по-русски')).toHaveValue('музыка');
      expect(field('music по-русски')).toHaveAccessibleDescription('Из слов поиска');
      expect(field('ai-voice по-английски')).toHaveValue('ai voice');
      expect(screen.getByText(/^2 тега пока без названия на одном из языков/)).toBeInTheDocument();
      await user.click(field('music по-русски'));
      // Enter moves to the same field of the next tag.
      await user.keyboard('{Enter} голос ИИ ');
      await user.clear(field('ai-voice по-английски'));
      await user.type(field('ai-voice по-английски'), 'AI voice');
      form.serve([other]);
      await user.click(screen.getByRole('button', { name: 'Назвать 2 тега' }));
      await waitFor(() =>
        expect(form.sent).toEqual([
          [
            {
              id: '1',
              nameRu: 'музыка',
              nameEn: 'music',
              expectedNameRu: 'music',
              expectedNameEn: 'music',
            },
            {
              id: '2',
              nameRu: 'голос ИИ',
              nameEn: 'AI voice',
              expectedNameRu: 'ai-voice',
              expectedNameEn: 'ai-voice',
            },
          ],
        ]),
      );
      expect(await screen.findByText('Названо 2 тега')).toBeInTheDocument();
      expect(screen.queryByText('#music')).toBeNull();
      expect(screen.getByRole('heading', { name: /1 тег без/ })).toHaveFocus();
      expect(screen.getByRole('button', { name: 'Назвать 0 тегов' })).toBeDisabled();
      await user.click(await screen.findByRole('button', { name: 'Отменить', hidden: true }));
      await waitFor(() => expect(form.undone).toEqual(['8']));
      await waitFor(() => expect(form.changes()).toBe(2));
    });

    test('shows a refusal at its name; shows concurrent changes with the own input, which saving again applies; reports a removed tag', async () => {
      const form = await theForm([
        () => {
          throw new GraphQLError('Invalid', {
            extensions: {
              code: 'INVALID',
              errors: [{ path: 'rows.1.nameRu', code: 'unstorable' }],
            },
          });
        },
        () => ({
          changeId: null,
          rows: [
            {
              id: '1',
              outcome: 'changedMeanwhile',
              tag: { id: '1', nameRu: 'мелодии', nameEn: 'tunes' },
            },
            { id: '3', outcome: 'gone', tag: null },
          ],
        }),
        () => ({ changeId: '8', rows: [named('1')] }),
      ]);
      await form.user.clear(form.field('music по-русски'));
      await form.user.type(form.field('music по-русски'), 'моя музыка');
      await form.user.type(form.field('other по-русски'), 'прочее');
      const save = screen.getByRole('button', { name: 'Назвать 2 тега' });
      await form.user.click(save);
      await waitFor(() => expect(form.field('other по-русски')).toBeInvalid());
      expect(form.field('other по-русски')).toHaveAccessibleDescription(/нельзя сохранить/);
      expect(form.field('music по-русски')).toBeValid();
      await form.user.type(form.field('other по-русски'), '!');
      form.serve([voice]);
      await form.user.click(save);
      expect(await screen.findByText(/назвали «мелодии» и «tunes»/)).toBeInTheDocument();
      expect(screen.getByText(/Этого тега больше нет/)).toBeInTheDocument();
      expect(form.field('music по-русски')).toHaveValue('моя музыка');
      expect(form.field('other по-русски')).toHaveValue('прочее!');
      await form.user.click(screen.getByRole('button', { name: 'Назвать 1 тег' }));
      await waitFor(() =>
        expect(form.sent[2]).toMatchObject([{ nameRu: 'моя музыка', expectedNameRu: 'мелодии' }]),
      );
    });

    test('asks the language model about unknown tags, and marks its names', async () => {
      const { user, field } = await theForm([], { languageModel: true });
      await user.type(field('other по-русски'), 'прочее');
      await user.click(screen.getByRole('button', { name: 'Спросить языковую модель об 1 теге' }));
      await waitFor(() => expect(field('ai-voice по-русски')).toHaveValue('машина 2'));
      expect(field('ai-voice по-русски')).toHaveAccessibleDescription('Написала языковая модель');
      expect(field('ai-voice по-английски')).toHaveValue('ai voice');
      expect(field('other по-русски')).toHaveValue('прочее');
      expect(screen.queryByRole('button', { name: /Спросить/ })).toBeNull();
    });
  });

  test('merges duplicate tags with one press, with undo', async () => {
    const merged: object[] = [];
    const undone: string[] = [];
    const tagOf = (id: string, originalName: string) => ({ id, originalName, count: 1 });
    const { user } = await renderPage(<TagDuplicates />, {
      resolvers: {
        Query: {
          tagDuplicates: () => ({
            groups: [
              { key: 'ai', isExact: true, tags: [tagOf('1', 'AI'), tagOf('2', 'ai')] },
              { key: 'елка', isExact: false, tags: [tagOf('3', 'ёлка'), tagOf('4', 'елка')] },
            ],
            total: 2,
            exact: 1,
          }),
        },
        Mutation: {
          mergeTags: (_: unknown, args: object) => {
            merged.push({ ...args });
            return { changeId: '7', items: 1 };
          },
          mergeExactTagDuplicates: () => [
            { changeId: '8', items: 1 },
            { changeId: '9', items: 1 },
          ],
          undoTagChange: (_: unknown, { changeId }: { changeId: string }) => {
            undone.push(changeId);
            return { changeId: '10', items: 1 };
          },
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Оставить «елка»' }));
    expect(await screen.findByText('Теги объединены в «елка»')).toBeInTheDocument();
    expect(merged).toEqual([{ fromIds: ['3'], intoId: '4' }]);
    await user.click(screen.getByRole('button', { name: 'Объединить все одинаковые' }));
    expect(await screen.findByText('Теги объединены')).toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Отменить', hidden: true }));
    await waitFor(() => expect(undone).toEqual(['8', '9']));
  });
});

describe('duplicates of services', () => {
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
            throw new GraphQLError('x', {
              extensions: { code: 'CONFLICT', reason: 'beingDecided' },
            });
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

    test('are compared side by side and merged as chosen', async () => {
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

    test('may keep the other item; missing values come from the first; reports hiding and a refusal', async () => {
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

    test('are merged at once when they have no differences, with undo', async () => {
      merges = [past];
      const { user } = await show();
      await user.click(await screen.findByRole('button', { name: 'Объединить все' }));
      expect(await screen.findByText('Объединено 2 дубля')).toBeInTheDocument();
      await user.click(screen.getByRole('button', { name: 'Отменить объединение: Old' }));
      await waitFor(() => expect(undone).toEqual(['9']));
      expect(await screen.findByText(/Объединение отменено/)).toBeInTheDocument();
    });
  });
});
