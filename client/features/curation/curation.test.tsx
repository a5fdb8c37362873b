import { screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import { setCurrentUser } from '../../browser/currentUser.ts';
import { anAdmin } from '../../testing/fixtures.ts';
import { renderPage } from '../../testing/render.tsx';
import { EditDialog } from './EditDialog.tsx';
import { AddService } from './AddService.tsx';
import { ItemProblems } from './ItemProblems.tsx';

beforeEach(() => void setCurrentUser(anAdmin()));
type Args = Record<string, unknown>;
const first = {
  id: '1',
  titleRu: null as string | null,
  titleEn: 'Painter',
  descriptionRu: null,
  descriptionEn: 'Draws pictures',
  sourceUrl: 'https://painter.example.com/',
  imageUrl: null,
  raindropTags: ['image', 'text'],
  tags: [],
  tasks: [{ language: 'en', texts: ['draw a cover'], isMachine: true }],
  syncStatus: 'synced',
  updatedAt: '2026-11-20T10:00:00.000Z',
};

describe('editing a service', () => {
  let item: typeof first;
  let sent: Args[];
  let taken: string[];
  let refuse: (() => Error) | null;
  let bookmark: object;
  let closed: number;
  const resolvers = {
    Query: {
      knowledgeItem: () => item,
      tags: (_: unknown, { search }: Args) =>
        [
          { id: '1', originalName: 'image', nameRu: 'Картинки', nameEn: 'Images', count: 7 },
          { id: '2', originalName: 'music', nameRu: 'Музыка', nameEn: 'Music', count: 5 },
        ].filter(({ nameRu }) => nameRu.toLowerCase().includes(String(search).toLowerCase())),
    },
    Mutation: {
      editKnowledge: (_: unknown, args: Args) => {
        sent.push({ ...args });
        if (refuse) throw refuse();
        return { item, changeId: '7', bookmark };
      },
      revertChange: (_: unknown, { changeId }: Args) => {
        taken.push(String(changeId));
        return { item, changeId: '8', bookmark };
      },
    },
  };
  beforeEach(() => {
    item = { ...first };
    [sent, taken, refuse, closed] = [[], [], null, 0];
    bookmark = { state: 'written', reason: null };
  });
  const show = () =>
    renderPage(<EditDialog itemId="1" onClose={() => (closed += 1)} onOpen={() => undefined} />, {
      resolvers,
    });
  const field = (name: string) => screen.findByRole('textbox', { name });
  const tagsField = () => screen.findByRole('combobox', { name: 'Теги' });

  test('sends changed fields only, with undo', async () => {
    const { user } = await show();
    const title = await field('Название по-английски');
    expect(screen.getByRole('button', { name: 'Сохранить' })).toBeDisabled();
    await user.clear(title);
    await user.type(title, 'Painter Two');
    await user.type(await tagsField(), ', #new,  new');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await waitFor(() => expect(closed).toBe(1));
    expect(sent).toEqual([
      {
        id: '1',
        titleEn: 'Painter Two',
        tags: ['image', 'text', 'new'],
        expectedUpdatedAt: expect.anything(),
      },
    ]);
    expect(await screen.findByText('Закладка в Raindrop тоже обновлена.')).toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Отменить', hidden: true }));
    await waitFor(() => expect(taken).toEqual(['7']));
  });

  test('suggests existing tags by name, chosen by keys', async () => {
    const { user } = await show();
    const tags = await tagsField();
    await user.type(tags, ', муз');
    const option = await screen.findByRole('option', { name: /^music · / });
    expect(tags).toHaveAttribute('aria-expanded', 'true');
    await user.keyboard('{ArrowDown}');
    expect(tags).toHaveAttribute('aria-activedescendant', option.id);
    await user.keyboard('{Enter}');
    expect(tags).toHaveValue('image, text, music, ');
    expect(tags).toHaveAttribute('aria-expanded', 'false');
    // A tag of the item is not suggested again.
    await user.type(tags, 'картин');
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
    await user.clear(tags);
    await user.type(tags, 'картин');
    await screen.findByRole('option', { name: /^image · / });
    await user.keyboard('{Escape}');
    expect(tags).toHaveAttribute('aria-expanded', 'false');
    expect(screen.getByRole('dialog')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await waitFor(() => expect(sent).toMatchObject([{ tags: ['картин'] }]));
  });

  test('edits tasks one per line, and marks machine-written ones', async () => {
    const { user } = await show();
    const english = await field('Задачи по-английски');
    expect(english).toHaveValue('draw a cover');
    expect(english).toHaveAccessibleDescription(/написала языковая модель/i);
    const russian = await field('Задачи по-русски');
    expect(russian).not.toHaveAccessibleDescription(/написала языковая модель/i);
    await user.type(russian, 'нарисовать  обложку{Enter}{Enter} сделать иконку ');
    await user.type(english, '{Enter}');
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await waitFor(() => expect(closed).toBe(1));
    expect(sent).toEqual([
      {
        id: '1',
        tasksRu: ['нарисовать обложку', 'сделать иконку'],
        expectedUpdatedAt: expect.anything(),
      },
    ]);
  });

  test('requires a title, reports a duplicate address and a conflict, and keeps the input', async () => {
    const { user } = await show();
    const title = await field('Название по-английски');
    await user.clear(title);
    expect(screen.getByText('Укажите название хотя бы на одном языке')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Сохранить' })).toBeDisabled();
    await user.type(title, 'Painter!');
    const facts = { itemId: 9, titleRu: null, titleEn: 'Writer' };
    refuse = () =>
      new GraphQLError('known', {
        extensions: { code: 'CONFLICT', reason: 'serviceKnown', facts },
      });
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    expect(
      await screen.findByText('В каталоге уже есть сервис с этим адресом: «Writer».'),
    ).toBeVisible();
    expect(closed).toBe(0);
    item = { ...first, titleEn: 'Theirs', updatedAt: '2026-11-20T11:00:00.000Z' };
    refuse = () =>
      new GraphQLError('changed', {
        extensions: { code: 'CONFLICT', reason: 'changedMeanwhile' },
      });
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    expect(
      await screen.findByText('Название по-английски, сохранённая версия: Theirs'),
    ).toBeVisible();
    expect(title).toHaveValue('Painter!');
    refuse = null;
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await waitFor(() => expect(closed).toBe(1));
    expect(sent.at(-1)).toMatchObject({ titleEn: 'Painter!' });
  });

  test('shows refusals at their fields and focuses the first', async () => {
    const { user } = await show();
    const picture = await field('Адрес картинки');
    await user.type(picture, 'a picture');
    const tasks = await field('Задачи по-русски');
    await user.type(tasks, 'рисовать{Enter}рисует');
    refuse = () =>
      new GraphQLError('refused', {
        extensions: {
          code: 'INVALID',
          errors: [
            { path: 'imageUrl', code: 'a code of tomorrow' },
            { path: 'tasksRu.1', code: 'same_phrase' },
          ],
        },
      });
    await user.click(screen.getByRole('button', { name: 'Сохранить' }));
    await waitFor(() => expect(picture).toHaveFocus());
    expect(picture).toHaveAccessibleDescription('Значение не подходит. Проверьте его и повторите.');
    expect(tasks).toHaveAccessibleDescription(/рисует: Две строки для поиска — одно и то же/);
    expect(await field('Адрес (обязательно)')).toBeValid();
    await user.type(picture, '!');
    expect(picture).toBeValid();
    expect(tasks).toBeInvalid();
    expect(closed).toBe(0);
  });
});

describe('adding a service', () => {
  beforeEach(() => void setCurrentUser(anAdmin()));
  type Args = Record<string, unknown>;
  const proposal = {
    address: 'https://studio.example.com/',
    existingItem: null as object | null,
    isRead: true,
    titleRu: null,
    titleEn: 'Studio',
    descriptionRu: 'Говорит',
    descriptionEn: 'Speaks',
    imageUrl: null,
    tags: ['voice'],
    machineTexts: ['descriptionRu'],
  };

  async function show(found: object, query = '') {
    const asked: string[] = [];
    const sent: Args[] = [];
    let added = 0;
    const page = await renderPage(<AddService onAdded={() => (added += 1)} />, {
      at: `/admin/services${query}`,
      resolvers: {
        Mutation: {
          lookUpService: (_: unknown, { address }: Args) => {
            asked.push(String(address));
            return found;
          },
          addKnowledge: (_: unknown, args: Args) => {
            sent.push({ ...args });
            return {
              item: { id: '5', titleRu: null, titleEn: 'Studio' },
              bookmark: { state: 'written', reason: null },
            };
          },
        },
      },
    });
    const address = screen.getByRole<HTMLInputElement>('textbox', { name: 'Адрес' });
    if (!query) await page.user.type(address, 'https://studio.example.com/');
    await page.user.click(screen.getByRole('button', { name: 'Добавить сервис' }));
    await waitFor(() => expect(asked).toEqual(['https://studio.example.com/']));
    return { ...page, sent, isAdded: () => added === 1 };
  }

  test('prefills a proposal with its address and page data; a changed text is no longer marked as machine-written', async () => {
    const { user, router, sent, isAdded } = await show(
      proposal,
      '?address=https%3A%2F%2Fstudio.example.com%2F&proposal=7',
    );
    const description = await screen.findByRole('textbox', { name: 'Описание по-русски' });
    expect(description).toHaveAccessibleDescription('Машинный перевод');
    await user.type(description, ' вслух');
    expect(description).not.toHaveAccessibleDescription('Машинный перевод');
    await user.click(screen.getByRole('button', { name: 'Добавить' }));
    await waitFor(() => expect(isAdded()).toBe(true));
    expect(sent).toEqual([
      {
        sourceUrl: 'https://studio.example.com/',
        titleRu: null,
        titleEn: 'Studio',
        descriptionRu: 'Говорит вслух',
        descriptionEn: 'Speaks',
        imageUrl: null,
        tags: ['voice'],
        machineTexts: [],
        proposalId: '7',
      },
    ]);
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(await screen.findByText('Сервис добавлен')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('heading', { level: 3 })).toHaveFocus());
  });

  test('links a known address to its service, and refuses to add it', async () => {
    await show({ ...proposal, existingItem: { id: '7', titleRu: 'Студия', titleEn: null } });
    expect(await screen.findByRole('link', { name: 'Студия' })).toHaveAttribute(
      'href',
      expect.stringContaining('7'),
    );
    expect(screen.queryByRole('button', { name: 'Добавить' })).toBeNull();
  });
});

describe('problems of services', () => {
  beforeEach(() => void setCurrentUser(anAdmin()));

  test('lists services with their problems, filtered by a removable chip', async () => {
    const resolvers = {
      Query: {
        itemProblems: (_: unknown, { problem }: { problem?: string }) => ({
          items: [
            { id: '1', titleRu: null, titleEn: 'Whole', problems: [] },
            { id: '2', titleRu: null, titleEn: 'Gone', problems: ['brokenLink', 'noUseCases'] },
          ]
            .filter(({ problems }) => !problem || problems.includes(problem))
            .map(({ problems, ...item }) => ({
              item: { ...item, sourceUrl: 'https://a.example.com/', likesCount: 2 },
              problems,
            })),
          total: problem ? 30 : 60,
          counts: [
            { problem: 'hidden', count: 0 },
            { problem: 'brokenLink', count: 1 },
          ],
        }),
      },
    };
    const { user } = await renderPage(<ItemProblems />, {
      resolvers,
      language: 'en',
      at: '/?proposal=3',
    });
    const row = await screen.findByRole('row', { name: /^Gone/ });
    within(row).getByText('No use cases');
    expect(screen.getByRole('link', { name: 'Whole' })).toHaveAttribute('href', '/services/1');
    expect(screen.queryByRole('button', { name: /^Hidden/ })).toBeNull();
    const chip = screen.getByRole('button', { name: /^Broken link/ });
    await user.click(chip);
    expect(chip).toHaveAttribute('aria-pressed', 'true');
    await screen.findByRole('row', { name: /^Gone/ });
    expect(screen.queryByRole('row', { name: /^Whole/ })).toBeNull();
    // The address keeps the proposal that is being added.
    expect(screen.getByRole('link', { name: 'Page 2' })).toHaveAttribute(
      'href',
      '/?proposal=3&problem=brokenLink&page=2',
    );
    await user.click(chip);
    await screen.findByRole('row', { name: /^Whole/ });
  });
});
