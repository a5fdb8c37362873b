// Matrix, table and cells of the data rules.
import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import { setCurrentUser } from '../../browser/currentUser.ts';
import { dataClasses, dataFactKinds } from '../../enums/generated.ts';
import { AdminRulesPage } from '../../pages/AdminRulesPage.tsx';
import { anAdmin, aUser } from '../../testing/people.ts';
import { renderPage } from '../../testing/render.tsx';
import { RulesImportDialog } from './RulesImportDialog.tsx';
import { ServiceRuleDialog } from './ServiceRuleDialog.tsx';
import {
  unconditionalCell,
  parseBlock,
  parseCell,
  formatCell,
  formatBlock,
  type VerdictNames,
} from './cells.ts';
import { blockBetween, nextPosition } from './gridPosition.ts';
import { ruleInput, findMissingPart, rebaseDraft, type RuleDraft } from './ruleDraft.ts';

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
    const page = await renderPage(<AdminRulesPage />, { resolvers: server.resolvers as never, at });
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

  test('closes a cell opened by key without a question when nothing was typed', async () => {
    const { user, sent } = await openGrid();
    await user.keyboard('е');
    await screen.findByRole('dialog');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toHaveLength(0);
    await user.keyboard('е');
    await user.type(await screen.findByRole('textbox', { name: 'Условие по-русски' }), 'без имён');
    await user.keyboard('{Escape}');
    expect(await screen.findByText('Есть несохранённый текст')).toBeInTheDocument();
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

  test('pastes copied cells with conditions of both languages', async () => {
    const { set, sent } = await openGrid();
    const conditionRu = 'по-русски';
    set('1', {
      verdicts: [{ dataClass: 'source_code', verdict: 'yes_if', conditionRu, conditionEn: 'en' }],
    });
    paste(cell(2, 0), 'нет');
    await waitFor(() => expect(sent).toHaveLength(1));
    paste(cell(0, 1), 'да');
    // The rule of the first service was changed by somebody else: it is shown and not overwritten.
    expect(await screen.findByText(/уже изменил другой администратор/)).toBeInTheDocument();
    expect(screen.getByText(/не сохранено: Сервис 1/)).toBeInTheDocument();
    await waitFor(() => expect(cell(0, 1)).toHaveTextContent('да, еслипо-русски'));
    const kept = { text: '' };
    const clipboardData = { setData: (_type: string, text: string) => (kept.text = text) };
    act(() => cell(0, 1).focus());
    fireEvent.copy(cell(0, 1), { clipboardData });
    expect(kept.text).toBe('да, если: по-русски');
    act(() => cell(1, 1).focus());
    paste(cell(1, 1), kept.text);
    await waitFor(() => expect(sent).toHaveLength(3));
    expect(sent[2]![0]).toMatchObject({
      itemId: '2',
      verdicts: [{ conditionRu, conditionEn: 'en' }],
    });
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

  test('Ctrl+Z during a pending decision undoes that one', async () => {
    const { user, undone, held } = await openGrid();
    const gate = Promise.withResolvers<void>();
    held.until = gate.promise;
    await user.keyboard('n{Control>}z{/Control}');
    gate.resolve();
    await waitFor(() => expect(undone).toEqual(['c1']));
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
    await user.click(within(list).getByRole('button', { name: 'Решить: Сервис 1' }));
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

  test('reports a failure to load companies with a retry, in the dialog and the table', async () => {
    setCurrentUser(anAdmin({ company: nexters }));
    const { resolvers } = openServer();
    let isAway = true;
    const companies = resolvers.Query.companiesWithDataRules;
    resolvers.Query.companiesWithDataRules = () => {
      if (isAway) throw new GraphQLError('away', { extensions: { code: 'UNAVAILABLE' } });
      return companies();
    };
    const given = { resolvers: resolvers as never };
    const { user, unmount } = await renderPage(
      <ServiceRuleDialog itemId="1" onClose={() => undefined} />,
      given,
    );
    const dialog = await screen.findByRole('dialog', { name: /^Правила данных/ });
    await within(dialog).findByText('Не удалось загрузить список компаний.');
    // Nothing can be saved, and no reason is shown.
    expect(within(dialog).queryByRole('button', { name: 'Сохранить' })).toBeNull();
    isAway = false;
    await user.click(within(dialog).getByRole('button', { name: 'Повторить' }));
    await screen.findByRole('button', { name: 'Сохранить' });
    unmount();

    isAway = true;
    await renderPage(<AdminRulesPage />, given);
    await screen.findByText('Не удалось загрузить список компаний.');
    isAway = false;
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    await screen.findByText('Сервис 1');
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

describe('cells', () => {
  const ru: VerdictNames = {
    yes: 'да',
    yes_if: 'да, если',
    ask: 'спросить',
    no: 'нет',
    undecided: 'нет решения',
  };
  const en: VerdictNames = { ...ru, yes: 'yes', yes_if: 'yes, if', ask: 'ask', no: 'no' };
  const read = (text: string) => parseCell(text, [ru, en], 'ru');

  test('parses a cell in either language or in API terms', () => {
    expect(read(' ДА ')).toEqual(unconditionalCell('yes'));
    expect(read('no')).toEqual(unconditionalCell('no'));
    expect(read('undecided')).toEqual(unconditionalCell('undecided'));
    expect(read('да, если: без ключей: никаких')).toEqual({
      verdict: 'yes_if',
      ru: 'без ключей: никаких',
      en: '',
    });
    expect(read('')).toBeNull();
    expect(read('может быть')).toBe('unknownWord');
    expect(read('да, если')).toBe('noCondition');
  });

  test('parses its own output with any condition', () => {
    const value = { verdict: 'yes_if' as const, ru: 'a "b"\tc\nd', en: '' };
    const text = formatBlock([
      [formatCell(value, ru, 'ru'), 'да'],
      ['нет', ''],
    ]);
    expect(parseBlock(text)).toEqual([
      ['да, если: a "b"\tc\nd', 'да'],
      ['нет', ''],
    ]);
    expect(read(parseBlock(text)[0]![0]!)).toEqual(value);
    expect(parseBlock('да\r\nнет\r\n')).toEqual([['да'], ['нет']]);
    expect(parseBlock('')).toEqual([['']]);
  });

  test('keeps keys inside the table, and the selection off the title column', () => {
    const press = (key: string, ctrlKey = false) => ({ key, ctrlKey, metaKey: false });
    expect(nextPosition({ row: 0, column: 6 }, press('ArrowRight'), 3)).toEqual({
      row: 0,
      column: 6,
    });
    expect(nextPosition({ row: 1, column: 2 }, press('ArrowDown', true), 3)).toEqual({
      row: 2,
      column: 2,
    });
    expect(nextPosition({ row: 2, column: 2 }, press('Home', true), 3)).toEqual({
      row: 0,
      column: 0,
    });
    expect(nextPosition({ row: 0, column: 1 }, press('x'), 3)).toBeNull();
    expect(blockBetween({ row: 2, column: 3 }, { row: 1, column: 0 })).toEqual({
      top: 1,
      bottom: 2,
      left: 1,
      right: 3,
    });
  });

  const fact = { textRu: '', textEn: '', sourceUrl: '', sourceDate: '' };
  const draft: RuleDraft = {
    cells: Object.fromEntries(
      dataClasses.map((one) => [one, unconditionalCell('undecided')]),
    ) as RuleDraft['cells'],
    facts: Object.fromEntries(dataFactKinds.map((one) => [one, fact])) as RuleDraft['facts'],
    result: null,
    account: null,
    status: null,
    owner: 'Security',
    reviewBy: '',
    aiRole: null,
    aiTier: null,
  };

  test('sends differences only; an emptied field clears', () => {
    expect(ruleInput(draft, draft)).toBeNull();
    const mine = {
      ...draft,
      owner: '',
      cells: { ...draft.cells, source_code: unconditionalCell('yes') },
    };
    expect(ruleInput(draft, mine)).toEqual({
      verdicts: [{ dataClass: 'source_code', verdict: 'yes' }],
      owner: null,
    });
  });

  test('requires a condition and a source', () => {
    const bare = { ...draft, cells: { ...draft.cells, staff_data: unconditionalCell('yes_if') } };
    expect(findMissingPart(bare)).toEqual({ what: 'condition', of: 'staff_data' });
    const unsourced = { ...draft, facts: { ...draft.facts, region: { ...fact, textEn: 'EU' } } };
    expect(findMissingPart(unsourced)).toEqual({ what: 'source', of: 'region' });
    expect(findMissingPart(draft)).toBeNull();
  });

  test('keeps the own fields after a conflict, and takes the others', () => {
    const mine = {
      ...draft,
      owner: 'Me',
      cells: { ...draft.cells, source_code: unconditionalCell('yes') },
    };
    const theirs = {
      ...draft,
      reviewBy: '2027-01-01',
      cells: {
        ...draft.cells,
        source_code: unconditionalCell('no'),
        staff_data: unconditionalCell('no'),
      },
    };
    const now = rebaseDraft(draft, mine, theirs);
    expect(now).toMatchObject({
      owner: 'Me',
      reviewBy: '2027-01-01',
      cells: { source_code: unconditionalCell('yes'), staff_data: unconditionalCell('no') },
    });
    expect(ruleInput(theirs, now)).toEqual({
      verdicts: [{ dataClass: 'source_code', verdict: 'yes' }],
      owner: 'Me',
    });
  });
});
