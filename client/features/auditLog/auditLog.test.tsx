import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen, within } from '@testing-library/react';
import { GraphQLError, parse, print, type ObjectTypeExtensionNode } from 'graphql';
import { setCurrentUser } from '../../browser/currentUser.ts';
import { anAdmin } from '../../testing/fixtures.ts';
import { renderPage } from '../../testing/render.tsx';
import { translations } from '../../testing/texts.ts';
import { AuditLog } from './AuditLog.tsx';
import { actionKeys } from '../../items/actionNames.ts';
import type { Language } from '../../i18n/languages.ts';

beforeEach(() => void setCurrentUser(anAdmin()));
const refusal = (code: string, reason?: string) =>
  new GraphQLError('English of the server', { extensions: { code, reason } });
type Args = Record<string, unknown>;

describe('the record of changes', () => {
  const entry = (id: string, given: object = {}) => ({
    id,
    at: '2026-11-20T10:00:00.000Z',
    runId: null,
    isAutomatic: false,
    isByPerson: false,
    action: 'complaint.status',
    subjectType: 'complaint',
    subjectId: '7',
    subjectTitle: 'Cursor',
    knowledgeItem: { id: '12' },
    requester: null,
    people: [{ id: '4', name: 'Анна' }],
    before: '"new"',
    after: '"resolved"',
    actor: { id: '2', name: 'Игорь Волков' },
    ...given,
  });
  let asked: Args[];
  let undone: string[];
  let refused: Error | null;
  let answer: () => object;
  beforeEach(() => {
    asked = [];
    undone = [];
    refused = null;
    answer = () => ({ total: 120, entries: [entry('1')] });
  });
  const show = (at = '/admin/audit-log', language: Language = 'ru') =>
    renderPage(<AuditLog />, {
      at,
      language,
      resolvers: {
        Query: {
          auditLog: (_: unknown, args: Args) => {
            asked.push(args);
            return answer();
          },
        },
        Mutation: {
          undoTagChange: (_: unknown, { changeId }: Args) => {
            undone.push(String(changeId));
            if (refused) throw refused;
            return { tag: null, changeId: undone.length > 1 ? null : '9', items: 0 };
          },
        },
      },
    });

  const rule = (verdicts: object, more: object = {}) =>
    JSON.stringify({ company: 'gdev', tier: 'team', verdicts, status: 'approved', ...more });
  const recorded = async (given: object, language: Language = 'ru') => {
    answer = () => ({ total: 1, entries: [entry('1', { subjectType: 'item', ...given })] });
    await show('/admin/audit-log', language);
    const row = (await screen.findByText('Cursor')).closest('li')!;
    const text = (selector: string) => row.querySelector(selector)?.textContent ?? '';
    return { row, before: text('del'), after: text('ins') };
  };

  test('shows company, new and old verdict of a data rule, and nothing about access', async () => {
    const { row, before, after } = await recorded({
      action: 'rules.changed',
      before: rule({ public_material: { verdict: 'yes' } }),
      after: rule({
        public_material: { verdict: 'yes' },
        source_code: { verdict: 'yes_if', ru: 'без ключей', en: 'no keys' },
      }),
    });
    expect(within(row).getByText('gdev · командная · исходный код')).toBeInTheDocument();
    expect([before, after]).toEqual(['нет решения', 'да, если: без ключей']);
    expect(row).not.toHaveTextContent('одобрен');
  });

  test('lists all changed parts of a rule, also of a new one', async () => {
    const { before, after } = await recorded(
      {
        action: 'rules.changed',
        before: null,
        after: rule(
          { player_data: { verdict: 'no' } },
          { owner: 'Anna', reviewBy: '2027-01-31', result: 'may_ship', account: 'company' },
        ),
      },
      'en',
    );
    expect(before).toContain('player data: not decided; The service as a whole: not decided');
    expect(after).toContain('player data: no; The service as a whole: approved; Use of results: ');
    expect(after).toMatch(/Who to ask: Anna; Review by: 31\sJanuary 2027$/);
  });

  test('shows the changed field of a service with old and new text', async () => {
    const edited = { action: 'item.edited' };
    const one = await recorded({
      ...edited,
      before: JSON.stringify({ titleEn: 'Udio' }),
      after: JSON.stringify({ titleEn: 'Udio Music' }),
    });
    expect(within(one.row).getByText('Название по-английски')).toBeInTheDocument();
    expect([one.before, one.after]).toEqual(['Udio', 'Udio Music']);
  });

  test('lists all changed fields of a service, tags and tasks as written', async () => {
    const { before, after } = await recorded({
      action: 'item.broughtBack',
      before: JSON.stringify({
        tags: ['music', 'voice'],
        tasksRu: null,
        sourceUrl: 'https://a.example',
      }),
      after: JSON.stringify({
        tags: ['music'],
        tasksRu: ['трек для игры'],
        sourceUrl: 'https://a.example',
      }),
    });
    expect(before).toBe('Теги: #music, #voice; Задачи по-русски: —');
    expect(after).toBe('Теги: #music; Задачи по-русски: трек для игры');
  });

  test('names automatic actors, people, and old and new values', async () => {
    const made = [{ runId: '12' }, { isAutomatic: true }, {}, { isByPerson: true }];
    answer = () => ({
      total: 5,
      entries: [
        entry('1'),
        ...made.map((one, index) =>
          entry(String(index + 2), { subjectTitle: `by ${index}`, actor: null, ...one }),
        ),
      ],
    });
    await show();
    const row = (await screen.findByText('Cursor')).closest('li')!;
    expect(within(row).getByText('Изменён статус жалобы')).toBeInTheDocument();
    expect(within(row).getByText('Игорь Волков')).toBeInTheDocument();
    expect(within(row).getByText('Новая', { selector: 'del' })).toBeInTheDocument();
    expect(within(row).getByText('Решена', { selector: 'ins' })).toBeInTheDocument();
    for (const [index, words] of [
      'Синхронизация или импорт',
      'Автоматически',
      'Из командной строки',
      'Удалённый аккаунт',
    ].entries())
      expect(screen.getByText(`by ${index}`).closest('li')).toHaveTextContent(words);
  });

  test('names whose request it is, with links to services', async () => {
    const { row } = await recorded({
      action: 'access.moved',
      subjectType: 'access',
      requester: { id: '9', name: 'Тимур' },
      before: JSON.stringify({ status: 'requested' }),
      after: JSON.stringify({ status: 'approved' }),
    });
    expect(within(row).getByText('Тимур')).toBeInTheDocument();
    expect(within(row).getByRole('link', { name: 'Cursor' })).toHaveAttribute(
      'href',
      '/services/12',
    );
  });

  test('describes every change without JSON', async () => {
    const rows = [
      [
        'ru',
        'inconsistency.resolved',
        { type: 'title_changed', catalogue: 'Курсор', service: 'Cursor' },
        { action: 'keep_current_update_raindrop' },
        'Название: Оставить текущее и обновить RaindropCursorКурсор',
      ],
      [
        'en',
        'inconsistency.raised',
        { type: 'tags_changed', catalogue: ['text', 'code'] },
        { service: ['text'] },
        'Tags#text #code#text',
      ],
      ['en', 'synonym.added', null, { word: 'gpt', synonym: 'chatgpt' }, 'gpt = chatgpt'],
      [
        'ru',
        'inconsistency.raised',
        { type: 'item_removed' },
        { service: 'trashed' },
        'Закладка удаленав корзине Raindrop',
      ],
      [
        'en',
        'access.moved',
        { status: 'approved' },
        { status: 'granted', expiresAt: '2026-12-31T12:00:00.000Z' },
        'A deleted accountAccess approvedAccess granted, until 31 December 2026',
      ],
      [
        'ru',
        'access.approvers',
        { people: [4] },
        { people: [4, 5] },
        'АннаАнна, Удалённый аккаунт',
      ],
      ['en', 'access.approvers', { people: [4] }, { people: [] }, 'Аннаnobody'],
      [
        'ru',
        'complaint.status',
        'in_progress',
        { status: 'rejected', word: 'Так их зовёт команда' },
        'В работеОтклонена: Так их зовёт команда',
      ],
      [
        'en',
        'complaint.status',
        { status: 'rejected', word: 'A copy' },
        { status: 'rejected', word: 'No copy' },
        'Rejected: A copyRejected: No copy',
      ],
      ['ru', 'item.notes', null, 'new', 'new'],
    ] as const;
    for (const language of ['ru', 'en'] as const) {
      const own = rows.filter(([of]) => of === language);
      answer = () => ({
        total: own.length,
        entries: own.map(([, action, before, after], index) =>
          entry(String(index + 1), {
            action,
            subjectTitle: `Cursor ${index}`,
            before: JSON.stringify(before),
            after: JSON.stringify(after),
          }),
        ),
      });
      const { unmount } = await show('/admin/audit-log', language);
      await screen.findByText('Cursor 0', { selector: 'a' });
      for (const [index, [, , , , words]] of own.entries()) {
        const row = screen.getByText(`Cursor ${index}`, { selector: 'a' }).closest('li')!;
        expect(row).toHaveTextContent(words);
        expect(row).not.toHaveTextContent(/[{}"]/);
      }
      unmount();
    }
  });

  test('names actions with a token', async () => {
    const through = { action: 'apiToken.acted', subjectType: 'apiToken', subjectTitle: null };
    const rows = [
      ['likeKnowledge', '12', 'Marked a service as used, no. 12'],
      ['startSync', null, 'Started a sync'],
      ['bringBack', null, 'Restored an earlier version'],
      ['mutationOfBefore', null, 'Another change'],
    ] as const;
    answer = () => ({
      total: rows.length,
      entries: rows.map(([did, id], index) =>
        entry(String(index + 1), {
          ...through,
          before: null,
          after: JSON.stringify({ name: 'Robot', did, id }),
        }),
      ),
    });
    await show('/admin/audit-log', 'en');
    for (const [did, , words] of rows) {
      expect(await screen.findByText(words, { selector: 'ins' })).toBeInTheDocument();
      expect(document.body).not.toHaveTextContent(did);
    }
  });

  test('has texts in both languages for all actions with a token', () => {
    const folder = join(process.cwd(), 'schema');
    const fields = readdirSync(folder)
      .flatMap((file) => parse(readFileSync(join(folder, file), 'utf8')).definitions)
      .filter((one) => 'fields' in one && 'name' in one && one.name?.value === 'Mutation')
      .flatMap((one) => (one as ObjectTypeExtensionNode).fields ?? [])
      .filter((field) => !print(field).includes('@allow(role: VISITOR)'))
      .map((field) => field.name.value);
    expect(fields.length).toBeGreaterThan(50);
    for (const language of ['ru', 'en']) {
      const { did } = (translations[language]!['setup'] as { acts: { did: object } }).acts;
      expect(Object.keys(did).toSorted()).toEqual(fields.toSorted());
    }
  });

  test('undoes a change of tags in place, at any age, and nothing else', async () => {
    const tag = { subjectType: 'tag', subjectTitle: null, people: [], before: null };
    const named = (name: string) => JSON.stringify({ name });
    answer = () => ({
      total: 4,
      entries: [
        entry('4', { ...tag, action: 'tag.undone', after: named('gamma') }),
        entry('3', { ...tag, action: 'tag.merged', after: named('alpha') }),
        entry('2', { ...tag, action: 'tag.renamed', after: named('beta') }),
        entry('1'),
      ],
    });
    const { user } = await show();
    const buttons = await screen.findAllByRole('button', { name: /^Отменить/ });
    expect(buttons).toHaveLength(2);
    refused = refusal('CONFLICT');
    await user.click(buttons[0]!);
    expect(await screen.findByText('Не удалось отменить изменение')).toBeInTheDocument();
    refused = null;
    undone = [];
    await user.click(buttons[0]!);
    expect(await screen.findByText('Изменение отменено')).toBeInTheDocument();
    expect(asked.length).toBeGreaterThan(1);
    await user.click(screen.getByRole('button', { name: /^Отменить/ }));
    expect(
      await screen.findByText('Отменять нечего: это уже отменено или изменено позже'),
    ).toBeInTheDocument();
    expect(undone).toEqual(['3', '2']);
    expect(screen.queryByRole('button', { name: /^Отменить/ })).toBeNull();
  });

  test('takes filters and page from the address', async () => {
    const { user, router } = await show('/admin/audit-log?action=item.hidden&page=2');
    expect(await screen.findByText('Страница 2 из 3')).toBeInTheDocument();
    expect(asked[0]).toMatchObject({ action: 'item.hidden', page: 1, perPage: 50 });
    await user.click(screen.getByRole('button', { name: 'Старее' }));
    expect(router.state.location.search).toBe('?action=item.hidden&page=3');
    expect(await screen.findByText('Страница 3 из 3')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Старее' })).toBeDisabled();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Изменение' }), 'any');
    expect(router.state.location.search).toBe('');
  });

  test('has a name in both languages for every action of the server', () => {
    const modules = join(process.cwd(), 'server/modules');
    const recorded = readdirSync(modules, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap((file) => readFileSync(join(modules, file), 'utf8').split('\n'))
      .filter((line) => line.includes('action: '))
      .flatMap((line) => [...line.matchAll(/'(\w+\.\w+)'/g)].map((match) => match[1]));
    expect(recorded.length).toBeGreaterThan(10);
    expect(Object.keys(actionKeys)).toEqual(expect.arrayContaining(recorded));
    for (const language of ['ru', 'en']) {
      const names = (
        translations[language]!['dashboard'] as { admin: { auditLog: { actions: object } } }
      ).admin.auditLog.actions;
      expect(Object.keys(names).toSorted()).toEqual(Object.values(actionKeys).toSorted());
    }
  });
});
