import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import { setCurrentUser } from '../../browser/currentUser.ts';
import { registerNoticeDisplay, type DisplayedNotice } from '../../design/notify.ts';
import { anAdmin } from '../../testing/fixtures.ts';
import { renderPage } from '../../testing/render.tsx';
import { Import } from './Import.tsx';
import { PastImports } from './PastImports.tsx';
import type { Language } from '../../i18n/languages.ts';

beforeEach(() => void setCurrentUser(anAdmin()));
const row = (key: string, kind: string, given: object = {}) => ({
  key,
  kind,
  folder: '',
  isPrivate: false,
  notes: [],
  title: `Сервис ${key}`,
  url: `https://service-${key}.example/`,
  tags: ['текст', 'картинки'],
  duplicate: null,
  replacedDemoItem: null,
  inconsistencies: [],
  ...given,
});
const group = (kind: string, rows: number, path: string[] = [], isPrivate = false) => ({
  folder: path.join('/'),
  path,
  kind,
  isPrivate,
  rows,
});
const file = (given: object = {}) => ({
  name: 'own.csv',
  format: 'csv',
  encoding: 'utf-8',
  rows: 160,
  leftOut: 0,
  ignoredColumns: [],
  ambiguousDate: null,
  ...given,
});
const preview = {
  counts: {
    new: 150,
    changed: 1,
    sameAddress: 1,
    sameName: 0,
    known: 7,
    unreadable: 1,
    gone: 0,
    replacedDemoItems: 2,
  },
  rows: [
    row('1', 'new'),
    row('2', 'new', {
      title: '=1+1, "x"',
      replacedDemoItem: { id: '8', titleRu: 'Демо', titleEn: 'Demo' },
    }),
    row('3', 'changed', { inconsistencies: ['title_changed'] }),
    row('4', 'sameAddress', { duplicate: { id: '9', titleRu: 'Тот же', titleEn: null } }),
  ],
  unreadable: [{ where: 'line 12', reason: 'the address is missing' }],
  newTags: ['текст'],
  newTagsCount: 1,
  files: [file({ leftOut: 1 })],
  groups: [group('new', 150), group('changed', 1), group('sameAddress', 1), group('known', 7)],
  remarks: [
    {
      file: 'own.csv',
      line: 12,
      isLeftOut: true,
      code: 'addressMissing',
      text: 'Нет адреса',
      source: 'Без адреса',
    },
  ],
  remarkCounts: [{ isLeftOut: true, code: 'addressMissing', text: 'Нет адреса', count: 1 }],
};

describe('the import', () => {
  let sent: Record<string, unknown>[];
  let states: string[];
  let isAllowed: boolean;
  let configuredSource: string | null;
  let changes: number;
  let refused: string | null;
  let brought: { new: number; changed: number };
  let undoneAt: string | null;
  /** Fields that override the default preview. */
  let given: object | null;
  const run = (state: string) => ({
    state,
    configuredSource,
    expected: 150,
    finishedAt: state === 'running' ? null : '2026-11-20T10:00:00.000Z',
    error: state === 'failed' ? 'The server was closed.' : null,
    errorReason: state === 'failed' ? 'closing' : null,
    counts: {
      seen: 150,
      ...brought,
      ...(state === 'running' ? { new: 0 } : {}),
      unchanged: 0,
      removed: 0,
      failed: 0,
    },
  });
  const resolvers = {
    Query: {
      previewImport: (_: unknown, args: Record<string, unknown>) => {
        sent.push(args);
        if (given) return { ...preview, ...given };
        if (refused)
          throw new GraphQLError(`${refused} is no export of bookmarks`, {
            extensions: { code: 'INVALID', reason: 'notABookmarkFile', facts: { file: refused } },
          });
        return args['page'] === 1 ? { ...preview, rows: [row('501', 'new')] } : preview;
      },
      syncStatus: () => run(states.length > 1 ? states.shift()! : states[0]!),
      imports: () => [
        {
          id: '7',
          finishedAt: '2026-11-20T10:00:00.000Z',
          startedBy: 'Игорь',
          undoneAt,
          itemsLeft: 149,
          counts: { seen: 150, ...brought, unchanged: 0, removed: 0, failed: 0 },
        },
      ],
    },
    Mutation: {
      importBookmarks: (_: unknown, args: Record<string, unknown>) => {
        sent.push(args);
        return run('running');
      },
      undoImport: () => {
        undoneAt = '2026-11-20T11:00:00.000Z';
        return {
          removed: 149,
          restoredDemoItems: 0,
          closedInconsistencies: 1,
          skippedCount: 0,
          skipped: [],
        };
      },
    },
  };
  beforeEach(() => {
    sent = [];
    states = ['idle', 'running', 'finished'];
    isAllowed = true;
    configuredSource = null;
    changes = 0;
    refused = null;
    brought = { new: 149, changed: 1 };
    undoneAt = null;
    given = null;
  });
  const show = (language: Language = 'ru') =>
    renderPage(
      <Import
        next={null}
        confirmStart={async () => isAllowed}
        onChanged={() => {
          changes += 1;
        }}
      />,
      { resolvers, language },
    );
  const ownFile = new File(['url\nhttps://a.example/'], 'own.csv', { type: 'text/csv' });
  const choose = async () => {
    const shown = await show();
    await shown.user.upload(screen.getByLabelText('Перетащите файлы или выберите их'), ownFile);
    await screen.findByRole('checkbox', { name: 'Новые: 150 закладок' });
    return shown;
  };

  test('shows the number and names of replaced demo services', async () => {
    const all = '2 демосервиса будут заменены (совпал адрес).';
    const one = 'Заменит демосервис «Демо»';
    const { user } = await show();
    await user.upload(screen.getByLabelText(/^(Перетащите файлы|Drop files here)/), ownFile);
    expect(await screen.findByText(all)).toBeInTheDocument();
    expect(screen.getAllByText(one)).toHaveLength(1);
  });

  test('previews, imports the selected rows and reports the result', async () => {
    const { user } = await choose();
    expect(sent[0]).toEqual({
      files: [{ name: 'own.csv', file: ownFile }],
      page: 0,
      folderTags: 'none',
      encoding: null,
    });
    expect(screen.getByText('Дубли: адрес уже есть: 1 закладка')).toBeInTheDocument();
    expect(screen.getByText('Адрес тот же, что у «Тот же» в каталоге')).toBeInTheDocument();
    expect(screen.getByText('строка 12')).toBeInTheDocument();
    expect(screen.getByText('Нет адреса: 1')).toBeInTheDocument();
    await user.click(screen.getByText('Показать: Новые'));
    await user.click(screen.getByRole('checkbox', { name: /^Сервис 1/ }));
    expect(
      screen.getByRole('checkbox', { name: 'Новые: 150 закладок (выбрано 149)' }),
    ).toBePartiallyChecked();
    await user.click(screen.getByRole('checkbox', { name: /^=1/ }));
    expect(screen.getByText(/^1 демосервис будет заменён/)).toBeInTheDocument();
    await user.click(screen.getByRole('checkbox', { name: /^=1/ }));
    await user.click(screen.getByRole('button', { name: 'Импортировать 149 закладок' }));
    expect(
      await screen.findByText(
        'Добавлено 149 сервисов. Отличается 1 сервис. Заменено 2 демосервиса. Пропущена 1 строка',
      ),
    ).toBeInTheDocument();
    expect(sent[1]).toMatchObject({
      kinds: ['new', 'changed', 'sameName'],
      exclude: ['1'],
      include: [],
    });
    expect(screen.getByRole('button', { name: 'Скачать отчёт' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'К расхождениям' })).toHaveAttribute(
      'href',
      '/admin/inconsistencies',
    );
    await waitFor(() => expect(changes).toBe(1));
  });

  test('removes the result of an undone import', async () => {
    const words = 'This import was undone.';
    const { user } = await renderPage(
      <>
        <Import next={null} confirmStart={async () => true} onChanged={() => undefined} />
        <PastImports onChanged={() => undefined} />
      </>,
      { resolvers, language: 'en' },
    );
    await user.upload(screen.getByLabelText(/^(Перетащите файлы|Drop files here)/), ownFile);
    await user.click(await screen.findByRole('button', { name: /^(Импортировать 1|Import 1)/ }));
    const brought = /^(Добавлено 149 сервисов\. |149 services added\. )/;
    expect(await screen.findByText(brought)).toBeInTheDocument();
    const undo = { name: /^(Отменить импорт|Undo import)/ };
    await user.click(screen.getByRole('button', undo));
    const confirm = { name: /^(Убрать|Remove)$/ };
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', confirm));
    expect(await screen.findByText(words)).toBeInTheDocument();
    expect(screen.queryByText(brought)).not.toBeInTheDocument();
  });

  test('loads more rows and keeps the selection', async () => {
    const { user } = await choose();
    await user.click(screen.getByText('Показать: Новые'));
    await user.click(screen.getByRole('checkbox', { name: /^Сервис 1/ }));
    await user.click(screen.getByRole('button', { name: 'Показать ещё: Новые' }));
    await user.click(await screen.findByRole('checkbox', { name: /^Сервис 501/ }));
    expect(sent[1]).toMatchObject({ page: 1 });
    expect(screen.getByRole('checkbox', { name: /^Сервис 1/ })).not.toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Импортировать 148 закладок' }));
    await screen.findByRole('progressbar');
    expect(sent[2]).toMatchObject({ exclude: ['1', '501'], include: [] });
  });

  test('starts nothing when the confirmation is cancelled; repeats the same selection after an interruption', async () => {
    const { user } = await show();
    const zone = screen.getByText('Перетащите файлы или выберите их').closest('label')!;
    fireEvent.drop(zone, { dataTransfer: { files: [ownFile] } });
    const all = await screen.findByRole('checkbox', { name: 'Новые: 150 закладок' });
    // The button does not announce new services when all rows become inconsistencies.
    await user.click(all);
    screen.getByRole('button', { name: 'Отправить 1 закладку в расхождения' });
    await user.click(all);
    isAllowed = false;
    await user.click(screen.getByRole('button', { name: 'Импортировать 150 закладок' }));
    expect(sent).toHaveLength(1);
    isAllowed = true;
    states = ['failed'];
    await user.click(screen.getByRole('button', { name: 'Импортировать 150 закладок' }));
    expect(await screen.findByRole('alert')).toBeInTheDocument();
    const again = await screen.findByRole('button', { name: 'Повторить' });
    states = ['running', 'finished'];
    await user.click(again);
    await waitFor(() => expect(sent).toHaveLength(3));
    expect(sent[2]).toEqual(sent[1]);
    states = ['finished'];
    expect(await screen.findByText(/^Добавлено 149 сервисов/)).toBeVisible();
  });

  test('previews a sync read-only', async () => {
    configuredSource = 'raindrop';
    states = ['idle'];
    const { user } = await show();
    await user.click(await screen.findByRole('button', { name: 'Предпросмотр синхронизации' }));
    expect(await screen.findByText('Новые: 150 закладок')).toBeInTheDocument();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(sent).toEqual([{ files: null, page: 0, folderTags: 'none', encoding: null }]);
    await user.click(screen.getByRole('button', { name: 'Закрыть' }));
    expect(screen.getByLabelText('Перетащите файлы или выберите их')).toBeInTheDocument();
  });

  const small = (given: object) => ({
    counts: {
      ...preview.counts,
      new: 3,
      changed: 0,
      sameAddress: 0,
      known: 0,
      replacedDemoItems: 0,
    },
    rows: [
      row('1', 'new'),
      row('2', 'new', { isPrivate: true }),
      row('3', 'new', { folder: 'Работа/Старое' }),
    ],
    groups: [group('new', 1), group('new', 1, [], true), group('new', 1, ['Работа', 'Старое'])],
    ...given,
  });
  const chooseSmall = async (differences: object = {}, language: Language = 'ru') => {
    given = small(differences);
    const shown = await show(language);
    await shown.user.upload(screen.getByLabelText(/^(Перетащите|Drop) /), ownFile);
    await screen.findByRole('checkbox', { name: /^Сервис 1/ });
    return shown;
  };

  test('excludes private rows with their number until they are selected', async () => {
    const { user } = await chooseSmall();
    expect(screen.getByRole('checkbox', { name: /^Сервис 2/ })).not.toBeChecked();
    expect(screen.getByText('1 личная закладка не попадёт в каталог')).toBeInTheDocument();
    await user.click(screen.getByRole('checkbox', { name: 'Импортировать и 1 личную закладку' }));
    expect(screen.queryByText(/не попадёт/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Импортировать 3 закладки' }));
    await waitFor(() => expect(sent[1]).toMatchObject({ includePrivate: true }));
  });

  test('excludes a folder with its subfolders, and includes one of them', async () => {
    const { user } = await chooseSmall();
    await user.click(screen.getByRole('checkbox', { name: 'Все закладки (3)' }));
    expect(screen.getByRole('button', { name: /^Импортировать/ })).toBeDisabled();
    expect(screen.getByRole('checkbox', { name: /^Сервис 3/ })).not.toBeChecked();
    await user.click(screen.getByRole('checkbox', { name: 'Старое (1)' }));
    expect(screen.getByRole('checkbox', { name: 'Работа (1)' })).toBePartiallyChecked();
    await user.click(screen.getByRole('button', { name: 'Импортировать 1 закладку' }));
    await waitFor(() =>
      expect(sent[1]).toMatchObject({
        excludeFolders: ['/'],
        includeFolders: ['Работа/Старое'],
      }),
    );
  });

  test('reads the files again for folder tags or another encoding', async () => {
    const { user } = await chooseSmall({ files: [file({ encoding: 'windows-1252' })] });
    await user.selectOptions(screen.getByLabelText(/Выберите кодировку$/), 'windows-1250');
    await waitFor(() => expect(sent[1]).toMatchObject({ encoding: 'windows-1250' }));
    await screen.findByRole('checkbox', { name: /^Сервис 1/ });
    await user.selectOptions(screen.getByLabelText('Названия папок как теги'), 'all');
    await waitFor(() => expect(sent[2]).toMatchObject({ folderTags: 'all' }));
    await screen.findByRole('checkbox', { name: /^Сервис 1/ });
    await user.click(screen.getByRole('button', { name: 'Импортировать 2 закладки' }));
    await waitFor(() =>
      expect(sent[3]).toMatchObject({ encoding: 'windows-1250', folderTags: 'all' }),
    );
  });

  test('asks for the order of ambiguous dates', async () => {
    const { user } = await chooseSmall({ files: [file({ ambiguousDate: '03/04/2024' })] });
    expect(screen.getByText('Как читать даты вида 03/04/2024?')).toBeInTheDocument();
    expect(screen.getByRole('radio', { name: /^3 апреля 2024/ })).toBeChecked();
    await user.click(screen.getByRole('radio', { name: /^4 марта 2024/ }));
    await user.click(screen.getByRole('button', { name: 'Импортировать 2 закладки' }));
    await waitFor(() => expect(sent[1]).toMatchObject({ dayMonthOrder: 'monthFirst' }));
  });

  test('names the unreadable file', async () => {
    const words = 'gone.csv: браузер не может прочитать этот файл.';
    const { user } = await show();
    const gone = new File(['x'], 'gone.csv', { type: 'text/csv' });
    const { readAsArrayBuffer } = FileReader.prototype;
    const part = new Blob();
    gone.slice = () => part;
    FileReader.prototype.readAsArrayBuffer = function (read) {
      if (read === part) this.dispatchEvent(new ProgressEvent('error'));
      else readAsArrayBuffer.call(this, read);
    };
    await user.upload(screen.getByLabelText(/^(Перетащите|Drop) /), [ownFile, gone]);
    expect(await screen.findByRole('alert')).toHaveTextContent(words);
    FileReader.prototype.readAsArrayBuffer = readAsArrayBuffer;
  });

  test('refuses files that are too large before reading them', async () => {
    const { user } = await show();
    const large = new File(['x'], 'large.csv', { type: 'text/csv' });
    Object.defineProperty(large, 'size', { value: 20_000_000 });
    await user.upload(screen.getByLabelText('Перетащите файлы или выберите их'), large);
    expect(await screen.findByRole('alert')).toHaveTextContent(/больше 12/);
    expect(sent).toEqual([]);
  });
});

describe('past imports', () => {
  const reasons = [
    'used',
    'described',
    'reported',
    'requested',
    'noted',
    'merged',
    'synced',
    'proposed',
  ];
  const left = Array.from({ length: 12 }, (_, at) => ({
    id: String(at + 1),
    titleRu: `Сервис ${at + 1}`,
    titleEn: null,
    reason: reasons[at] ?? 'changed',
  }));

  async function undo(language: Language, stayed: typeof left, restoredDemoItems = 0, removed = 3) {
    const undone: string[] = [];
    const resolvers = {
      Query: {
        imports: () => [
          {
            id: '7',
            finishedAt: '2026-11-20T10:00:00.000Z',
            startedBy: 'Игорь',
            undoneAt: undone.length > 0 ? '2026-11-20T11:00:00.000Z' : null,
            itemsLeft: undone.length > 0 ? stayed.length : 15,
            counts: { seen: 15, new: 15, changed: 0, unchanged: 0, removed: 0, failed: 0 },
          },
        ],
      },
      Mutation: {
        undoImport: (_: unknown, { id }: { id: string }) => {
          undone.push(id);
          // More remain than the answer lists.
          const skippedCount = stayed.length > 0 ? stayed.length + 5 : 0;
          return {
            removed,
            restoredDemoItems,
            closedInconsistencies: 0,
            skippedCount,
            skipped: stayed,
          };
        },
      },
    };
    const { user, unmount } = await renderPage(<PastImports onChanged={() => undefined} />, {
      resolvers,
      language,
    });
    const put: DisplayedNotice[] = [];
    const close = registerNoticeDisplay({
      put: (notice) => put.push(notice),
      dismiss: () => undefined,
    });
    const row = await screen.findByRole('listitem');
    expect(row.querySelector('small > span:nth-child(2)')).toHaveTextContent('Игорь');
    await user.click(screen.getByRole('button', { name: /^(Отменить импорт от|Undo import of)/ }));
    const question = await screen.findByRole('alertdialog');
    expect(
      within(question)
        .getAllByRole('button')
        .map((one) => one.textContent),
    ).toEqual(language === 'ru' ? ['Отмена', 'Убрать'] : ['Cancel', 'Remove']);
    await user.click(within(question).getByRole('button', { name: /^(Убрать|Remove)$/ }));
    await waitFor(() => expect(undone).toEqual(['7']));
    expect(await screen.findByText(/^(отменён|undone)$/)).toBeInTheDocument();
    close();
    return { put, unmount };
  }

  test('are undone after a confirmation, with the reasons for kept items', async () => {
    await undo('en', left);
    const told = (await screen.findByText('17 services stay')).closest<HTMLElement>(
      '[role=status]',
    )!;
    expect(
      within(told)
        .getAllByRole('listitem')
        .map((line) => line.textContent),
    ).toEqual([
      'Сервис 1: colleagues use it',
      'Сервис 2: it has use cases',
      'Сервис 3: it has a complaint',
      'Сервис 4: someone has requested access',
      'Сервис 5: admins have notes on it',
      'Сервис 6: it was merged with another',
      'Сервис 7: the bookmarks source has it too',
      'Сервис 8: a colleague suggested it',
      'Сервис 9: it was changed here',
      'Сервис 10: it was changed here',
      'and 7 more',
    ]);
    const link = within(told).getByRole('link', { name: 'Сервис 2' });
    expect(link).toHaveAttribute('href', '/services/2');
    expect(link).toHaveAttribute('lang', 'ru');
  });
});
