// Matrix and table of the data rules, and rules whose sources have changed.
import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import { setCurrentUser } from '../../browser/currentUser.ts';
import { dataClasses } from '../../enums/generated.ts';
import { ChangedSources } from './ChangedSources.tsx';
import { RulesMatrix } from './RulesMatrix.tsx';
import { anAdmin, aUser } from '../../testing/fixtures.ts';
import { renderPage } from '../../testing/render.tsx';
import { RulesImportDialog } from './RulesImportDialog.tsx';

describe('matrix', () => {
  const nexters = { key: 'nexters', name: 'Nexters' };
  const gdev = { key: 'gdev', name: 'GDEV' };

  interface Sent {
    itemId: string;
    expectedVersion: number;
    verdicts: { dataClass: string; verdict: string; conditionRu?: string; conditionEn?: string }[];
  }

  /** Services 1 to 3 with their rules, on a fake server. */
  function openServer() {
    const rules = new Map(
      ['1', '2', '3'].map((itemId) => [
        itemId,
        {
          itemId,
          company: nexters,
          tier: 'team',
          decisionState: 'undecided',
          hasApproval: false,
          version: 0,
          result: null,
          account: null,
          status: null as string | null,
          owner: null as string | null,
          reviewBy: null,
          aiRole: null,
          aiTier: null,
          facts: [],
          verdicts: dataClasses.map((dataClass) => ({
            dataClass: dataClass as string,
            verdict: 'undecided',
            decided: 'undecided',
            conditionRu: null as string | null,
            conditionEn: null as string | null,
          })),
        },
      ]),
    );
    const sent: Sent[][] = [];
    const set = (itemId: string, { verdicts = [], ...rest }: Partial<Sent>) => {
      const rule = rules.get(itemId)!;
      const changed = {
        ...rule,
        ...(rest as object),
        version: rule.version + 1,
        verdicts: rule.verdicts.map((old) => {
          const given = verdicts.find(({ dataClass }) => dataClass === old.dataClass);
          return given
            ? { ...old, conditionRu: null, conditionEn: null, ...given, decided: given.verdict }
            : old;
        }),
      };
      rules.set(itemId, changed);
      return changed;
    };
    const undone: string[] = [];
    /** Holds the answers to decisions. */
    const held = { until: Promise.resolve() };
    const resolvers = {
      Query: {
        companiesWithDataRules: () => [
          { company: gdev, mayDecide: false },
          { company: nexters, mayDecide: true },
        ],
        servicesWithDataRules: (_root: unknown, { company }: { company: string }) => ({
          total: 3,
          services: [...rules.values()].map((rule) => ({
            itemId: rule.itemId,
            titleRu: `Сервис ${rule.itemId}`,
            titleEn: null,
            imageUrl: null,
            isHidden: rule.itemId === '3',
            rules: { ...rule, company: company === 'gdev' ? gdev : nexters },
          })),
        }),
        dataRules: (_root: unknown, { itemId }: { itemId: string }) => rules.get(itemId),
        knowledgeItem: (_root: unknown, { id }: { id: string }) => ({
          id,
          titleRu: `Сервис ${id}`,
          titleEn: null,
        }),
      },
      Mutation: {
        setDataRules: async (_root: unknown, args: { rules: Sent[] }) => {
          sent.push(args.rules);
          await held.until;
          const late = args.rules.findIndex(
            (rule) => rule.expectedVersion !== rules.get(rule.itemId)!.version,
          );
          if (late >= 0) {
            const errors = [{ path: `rules.${late}`, code: 'changedMeanwhile', message: 'late' }];
            const extensions = { code: 'CONFLICT', reason: 'changedMeanwhile', errors };
            throw new GraphQLError('late', { extensions });
          }
          const changed = args.rules.map(({ itemId, expectedVersion: _seen, ...rest }) =>
            set(itemId, rest),
          );
          return { changeId: `c${sent.length}`, changed: changed.length, rules: changed };
        },
        undoDataRules: (_root: unknown, { changeId }: { changeId: string }) => {
          undone.push(changeId);
          const verdicts = [{ dataClass: 'source_code', verdict: 'undecided' }];
          return { changeId: 'u1', rules: [set('1', { verdicts })] };
        },
      },
    };
    return { resolvers, sent, undone, held, set };
  }

  async function open({
    wide = true,
    at = '/',
    user = anAdmin({ company: nexters }),
    companies = undefined as { company: typeof nexters; mayDecide: boolean }[] | undefined,
  } = {}) {
    jest
      .spyOn(window, 'matchMedia')
      .mockImplementation(
        (query) =>
          Object.assign(new EventTarget(), { matches: wide, media: query }) as MediaQueryList,
      );
    setCurrentUser(user);
    const server = openServer();
    if (companies) server.resolvers.Query.companiesWithDataRules = () => companies;
    const page = await renderPage(<RulesMatrix />, { resolvers: server.resolvers as never, at });
    return { ...page, ...server };
  }

  afterEach(() => void jest.restoreAllMocks());

  const cell = (row: number, column: number) =>
    within(screen.getAllByRole('row')[row + 1]!).getAllByRole('gridcell')[column]!;
  const texts = (row: number) =>
    within(screen.getAllByRole('row')[row + 1]!)
      .getAllByRole('gridcell')
      .map((one) => one.textContent);

  async function openGrid() {
    const opened = await open();
    await screen.findByRole('grid', { name: 'Правила данных: Nexters, командная лицензия' });
    act(() => cell(0, 1).focus());
    return opened;
  }

  test('has one tab stop that arrows move; letter keys of either layout decide', async () => {
    const { user, sent } = await openGrid();
    const stops = () => document.querySelectorAll('[role=grid] [tabindex="0"]');
    expect(stops()).toHaveLength(1);
    await user.keyboard('д');
    await waitFor(() => expect(cell(0, 1)).toHaveTextContent('да'));
    await user.keyboard('{ArrowDown}n');
    await waitFor(() => expect(cell(1, 1)).toHaveTextContent('нет'));
    expect(cell(1, 1)).toHaveFocus();
    expect(stops()).toHaveLength(1);
    expect(sent).toMatchObject([
      [
        {
          itemId: '1',
          expectedVersion: 0,
          verdicts: [{ dataClass: 'source_code', verdict: 'yes' }],
        },
      ],
      [
        {
          itemId: '2',
          expectedVersion: 0,
          verdicts: [{ dataClass: 'source_code', verdict: 'no' }],
        },
      ],
    ]);
    // The next change of the rule uses the version of the first one.
    act(() => {
      fireEvent.keyDown(cell(1, 1), { key: 'y' });
      fireEvent.keyDown(cell(1, 1), { key: 'Delete' });
    });
    await waitFor(() => expect(cell(1, 1)).toHaveTextContent('нет решения'));
    await waitFor(() => expect(sent).toHaveLength(4));
    expect(sent[2]).toMatchObject([{ itemId: '2', expectedVersion: 1 }]);
    expect(sent[3]).toMatchObject([{ itemId: '2', expectedVersion: 2 }]);
  });

  test('Enter opens a cell; a conditional yes requires conditions', async () => {
    const { user, sent } = await openGrid();
    await user.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Сервис 1: исходный код' });
    await user.click(within(dialog).getByRole('button', { name: 'да, если' }));
    expect(within(dialog).getByRole('button', { name: 'Сохранить' })).toBeDisabled();
    await user.type(within(dialog).getByLabelText('Условие по-английски'), 'no keys');
    await user.click(within(dialog).getByRole('button', { name: 'Сохранить' }));
    await waitFor(() => expect(cell(0, 1)).toHaveTextContent('да, если'));
    expect(sent[0]![0]!.verdicts).toEqual([
      { dataClass: 'source_code', verdict: 'yes_if', conditionRu: null, conditionEn: 'no keys' },
    ]);
    await waitFor(() => expect(cell(0, 1)).toHaveFocus());
  });

  test('Ctrl+D copies the top row of the selection down in one call, with undo', async () => {
    const { user, sent, undone } = await openGrid();
    await user.keyboard('y');
    await waitFor(() => expect(sent).toHaveLength(1));
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    expect(screen.getAllByRole('gridcell', { selected: true })).toHaveLength(3);
    await user.keyboard('{Control>}d{/Control}');
    await waitFor(() => expect(cell(2, 1)).toHaveTextContent('да'));
    expect(sent[1]!.map(({ itemId }) => itemId)).toEqual(['2', '3']);
    await user.keyboard('{Escape}');
    expect(screen.queryAllByRole('gridcell', { selected: true })).toHaveLength(0);
    await user.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(undone).toEqual(['c2']));
    // With a single selected row it copies the row above.
    act(() => cell(0, 2).focus());
    await user.keyboard('n');
    await waitFor(() => expect(sent).toHaveLength(3));
    await user.keyboard('{ArrowDown}{Control>}d{/Control}');
    await waitFor(() => expect(cell(1, 2)).toHaveTextContent('нет'));
    expect(sent[3]!.map(({ itemId }) => itemId)).toEqual(['2']);
  });

  const paste = (target: HTMLElement, text: string) => {
    act(() => target.focus());
    fireEvent.paste(target, { clipboardData: { getData: () => text } });
  };

  test('pastes a spreadsheet block in one call, or not at all', async () => {
    const { sent } = await openGrid();
    paste(cell(0, 1), 'да\tда, если: без имён\r\n\tno');
    await waitFor(() => expect(sent).toHaveLength(1));
    await waitFor(() => expect(texts(0).slice(1, 3)).toEqual(['да', 'да, еслибез имён']));
    // Empty cells change nothing.
    expect(texts(1).slice(1, 3)).toEqual(['нет решения', 'нет']);
    paste(cell(0, 1), 'да\tмайбе');
    expect(
      await screen.findByText('Строка 1, столбец 2: недопустимое значение «майбе».'),
    ).toBeInTheDocument();
    paste(cell(2, 5), 'да\tда');
    expect(await screen.findByText(/Блок слишком большой/)).toBeInTheDocument();
    expect(sent).toHaveLength(1);
  });

  test('sets selected services at once, shows the number of changed cells, with undo', async () => {
    const { user, sent, undone } = await openGrid();
    await user.keyboard('y');
    await waitFor(() => expect(sent).toHaveLength(1));
    await user.keyboard('{Shift>} {/Shift}');
    await user.click(screen.getByRole('checkbox', { name: 'Выбрать: Сервис 3' }));
    const bar = screen.getByRole('group', { name: 'Выбранные сервисы' });
    expect(within(bar).getByRole('status')).toHaveTextContent('2 сервиса, 12 ячеек');
    await user.selectOptions(within(bar).getByRole('combobox'), 'исходный код');
    expect(within(bar).getByRole('button', { name: 'нет: изменятся 2 ячейки' })).toBeEnabled();
    await user.click(within(bar).getByRole('button', { name: 'да: изменится 1 ячейка' }));
    await waitFor(() => expect(cell(2, 1)).toHaveTextContent('да'));
    expect(sent[1]!.map(({ itemId }) => itemId)).toEqual(['3']);
    await user.click(within(bar).getByRole('button', { name: 'да, если' }));
    await user.type(await screen.findByLabelText('Условие по-русски'), 'без ключей');
    await user.click(screen.getByRole('button', { name: 'Заполнить 2 ячейки' }));
    await waitFor(() => expect(sent).toHaveLength(3));
    expect(sent[2]).toMatchObject([
      { itemId: '1', verdicts: [{ conditionRu: 'без ключей' }] },
      { itemId: '3', verdicts: [{ conditionRu: 'без ключей' }] },
    ]);
    await user.click(within(bar).getByRole('button', { name: 'Отменить' }));
    await waitFor(() => expect(undone).toEqual(['c3']));
    await user.click(within(bar).getByRole('button', { name: 'Снять выбор' }));
    expect(screen.queryByRole('group', { name: 'Выбранные сервисы' })).toBeNull();
  });

  test('shows rules of other companies read-only', async () => {
    const { user, sent } = await open({ at: '/?company=gdev' });
    await screen.findByText('Правила этой компании меняют только её администраторы.');
    act(() => cell(0, 1).focus());
    await user.keyboard('y{Enter}');
    paste(cell(0, 1), 'да');
    await user.keyboard('{ArrowDown}');
    expect(sent).toEqual([]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Импорт CSV' })).toBeNull();
  });

  test('shows a card per service on a narrow screen, with the same dialog', async () => {
    const { user, sent } = await open({ wide: false });
    const list = await screen.findByRole('list', { name: 'Сервисы' });
    expect(screen.queryByRole('grid')).toBeNull();
    await user.click(
      within(list).getByRole('button', { name: 'Правила по видам данных: Сервис 1' }),
    );
    await user.click(within(list).getByRole('button', { name: 'исходный код нет решения' }));
    const dialog = await screen.findByRole('dialog', { name: 'Сервис 1: исходный код' });
    await user.click(within(dialog).getByRole('radio', { name: 'нет' }));
    await user.click(within(dialog).getByRole('button', { name: 'Сохранить' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(
      await within(list).findByRole('button', { name: 'исходный код нет' }),
    ).toBeInTheDocument();
  });

  test('sends the whole rule with changes, and keeps the own input after a conflict', async () => {
    const { user, sent, set } = await openGrid();
    await user.click(screen.getByRole('button', { name: 'Сервис 1' }));
    const dialog = await screen.findByRole('dialog', { name: 'Правила данных: Сервис 1' });
    const owner = await within(dialog).findByLabelText('Кого спросить');
    await user.type(owner, 'Security');
    set('1', { verdicts: [{ dataClass: 'staff_data', verdict: 'no' }] });
    await user.click(within(dialog).getByRole('button', { name: 'Сохранить' }));
    expect(await within(dialog).findByText(/уже изменил другой/)).toBeInTheDocument();
    expect(owner).toHaveValue('Security');
    expect(within(dialog).getByLabelText('данные сотрудников')).toHaveValue('no');
    await user.click(within(dialog).getByRole('button', { name: 'Сохранить' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent[1]).toEqual([{ itemId: '1', tier: 'team', expectedVersion: 1, owner: 'Security' }]);
  });

  test('limits an approver to the own company, without the AI Act', async () => {
    const { user, sent } = await open({
      user: aUser({ company: nexters }),
      companies: [{ company: nexters, mayDecide: true }],
    });
    await screen.findByRole('grid', { name: 'Правила данных: Nexters, командная лицензия' });
    expect(screen.queryByRole('combobox', { name: 'Компания' })).toBeNull();
    act(() => cell(0, 1).focus());
    await user.keyboard('n');
    await waitFor(() => expect(sent).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Сервис 1' }));
    const dialog = await screen.findByRole('dialog', { name: 'Правила данных: Сервис 1' });
    expect(await within(dialog).findByLabelText('Кого спросить')).toBeInTheDocument();
    expect(within(dialog).queryByLabelText('Роль по закону ЕС об ИИ')).toBeNull();
  });
});

describe('table', () => {
  const said = (verdict: string, conditionRu: string | null = null) => ({
    verdicts: dataClasses.map((dataClass) => ({
      dataClass,
      verdict: dataClass === 'source_code' ? verdict : 'undecided',
      conditionRu: dataClass === 'source_code' ? conditionRu : null,
      conditionEn: null,
    })),
    facts: [],
    result: null,
    account: null,
    status: null,
    owner: null,
    reviewBy: null,
    aiRole: null,
    aiTier: null,
  });

  const outcome = {
    rows: 40,
    changed: 21,
    changes: [
      {
        itemId: '1',
        titleRu: 'Рисовалка',
        titleEn: null,
        tier: 'free',
        before: said('no'),
        after: said('yes_if', 'без имён'),
      },
    ],
    errors: [],
    errorsCount: 0,
  };

  test('sends the bytes of the file, and previews changes for the company', async () => {
    const sent: { company: string; file: File; isDryRun: boolean }[] = [];
    const done: (string | null)[] = [];
    const { user } = await renderPage(
      <RulesImportDialog
        company={{ key: 'nexters', name: 'Nexters' }}
        onDone={(changeId) => done.push(changeId)}
        onClose={() => undefined}
      />,
      {
        resolvers: {
          Mutation: {
            importDataRules: (_root: unknown, given: (typeof sent)[number]) => {
              sent.push(given);
              return { ...outcome, changeId: given.isDryRun ? null : 'c1' };
            },
          },
        } as never,
      },
    );
    const dialog = await screen.findByRole('dialog', { name: 'Импорт CSV: Nexters' });
    // «да» in Windows-1251.
    const file = new File([new Uint8Array([0xe4, 0xe0])], 'rules.csv');
    await user.upload(within(dialog).getByLabelText('Файл CSV'), file);
    const row = await within(dialog).findByRole('listitem');
    expect(row).toHaveTextContent('Рисовалка, бесплатная лицензия');
    expect(row).toHaveTextContent('исходный код: нет → да, если: без имён');
    expect(within(dialog).getByText('и ещё 20 правил')).toBeInTheDocument();
    expect(sent).toEqual([{ company: 'nexters', file, isDryRun: true }]);
    await user.click(within(dialog).getByRole('button', { name: 'Импорт CSV' }));
    await waitFor(() => expect(done).toEqual(['c1']));
    expect(sent[1]).toEqual({ company: 'nexters', file, isDryRun: false });
  });
});

describe('changed sources', () => {
  const source = (itemId: string, kind: 'changed' | 'gone') => ({
    changeId: '7',
    itemId,
    titleRu: `Сервис ${itemId}`,
    titleEn: null,
    company: { key: 'nexters', name: 'Nexters' },
    tier: 'team',
    kind,
    sourceUrl: 'https://vendor.example/privacy',
    foundAt: '2026-05-04T08:00:00Z',
    removed: kind === 'gone' ? [] : ['Kept for 30 days.'],
    added: kind === 'gone' ? [] : ['Kept for 90 days.'],
    more: kind === 'gone' ? 0 : 2,
    facts: [{ kind: 'retention', textRu: 'Хранится 30 дней', textEn: null }],
  });

  test('shows the changes; a confirmation removes the rule from the list, and its undo restores it', async () => {
    setCurrentUser(anAdmin());
    const confirmed = new Set<string>();
    const acts: unknown[] = [];
    const { user } = await renderPage(<ChangedSources />, {
      resolvers: {
        Query: {
          changedSources: () => {
            const sources = [source('1', 'changed'), source('2', 'gone')].filter(
              ({ itemId }) => !confirmed.has(itemId),
            );
            return { sources, total: sources.length };
          },
        },
        Mutation: {
          confirmSource: (_root: unknown, args: { itemId: string }) => {
            acts.push(args);
            confirmed.add(args.itemId);
            return { isConfirmed: true };
          },
          undoSourceConfirmation: (_root: unknown, { itemId }: { itemId: string }) => {
            confirmed.delete(itemId);
            return { isConfirmed: false };
          },
        },
      } as never,
    });
    expect((await screen.findByText('Kept for 30 days.')).tagName).toBe('DEL');
    expect(screen.getByText('Kept for 90 days.').tagName).toBe('INS');
    expect(screen.getByText('и ещё 2 предложения')).toBeVisible();
    expect(screen.getByText('страницы нет')).toBeVisible();

    expect(screen.getByRole('button', { name: 'Изменить правило: Сервис 1' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Всё верно: Сервис 1' }));
    await waitFor(() => expect(screen.queryByText('Сервис 1')).not.toBeInTheDocument());
    expect(acts).toEqual([{ changeId: '7', itemId: '1', company: 'nexters', tier: 'team' }]);
    await user.click(await screen.findByRole('button', { name: 'Отменить' }));
    expect(await screen.findByText('Сервис 1')).toBeVisible();
  });
});
