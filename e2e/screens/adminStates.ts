// The desks of the admins.
import { expect } from '../journey.ts';
import {
  activity,
  demoNow,
  demoRemoval,
  differences,
  fixes,
  reports,
  runs,
  tokens,
  webhookDeliveries,
  webhooks,
  waitingAccess,
  madeImports,
  previewImport,
  undoImport,
} from './adminSamples.ts';
import { answer, type Answer } from './answers.ts';
import { admin, type Screen, type ScreenState } from './screenState.ts';
import { skeletonsShown } from './still.ts';

const complaints = { title: 'complaints', as: admin, path: '/admin/complaints' } as const;
const desk = { title: 'inconsistencies', as: admin, path: '/admin/inconsistencies' } as const;

const withAnswers =
  (answers: Record<string, Answer>) =>
  ({ page }: Screen) =>
    answer(page, answers);

const someReports = withAnswers({
  AdminComplaints: { complaints: reports },
  ComplaintFixes: { complaintCases: fixes },
});
const someDifferences = withAnswers({ Differences: { inconsistencies: differences } });

/** One difference, open. */
const difference = (name: string, id: string, status = 'new'): ScreenState => ({
  ...desk,
  name: `inconsistencies, ${name}`,
  path: `/admin/inconsistencies?id=${id}${status === 'new' ? '' : `&status=${status}`}`,
  before: someDifferences,
  show: async ({ page }) => {
    await expect(page.locator('main article h3, main section h3').first()).toBeVisible();
  },
});

const sync = (name: string, state: Answer, show: ScreenState['show']): ScreenState => ({
  ...complaints,
  name: `synchronisation, ${name}`,
  before: withAnswers({ SyncRunStatus: state }),
  show,
});

/** Requests for access that wait, as the desk shows them. */
const accessCases = withAnswers({
  AccessCases: { accessCases: waitingAccess },
  AccessCasesCount: { accessCasesCount: waitingAccess.length },
});
const access = { title: 'approvals', as: admin, path: '/admin/access' } as const;

export const adminStates: ScreenState[] = [
  {
    ...access,
    name: 'requests for access that wait',
    before: accessCases,
    show: async ({ page }) => {
      await expect(page.locator('[data-row]').first()).toBeVisible();
    },
  },
  {
    ...access,
    name: 'requests for access, who decides',
    before: accessCases,
    show: async ({ page, t }) => {
      await page
        .getByRole('button', { name: t('accessDesk.approvers.changeOf', { company: 'Nexters' }) })
        .click();
      await expect(page.getByRole('dialog').getByRole('checkbox').first()).toBeVisible();
    },
  },
  {
    ...access,
    name: 'requests for access, a reason',
    before: accessCases,
    show: async ({ page, t }) => {
      await page
        .getByRole('button', { name: new RegExp(`^${t('accessDesk.acts.decline')}:`) })
        .first()
        .click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    ...complaints,
    name: 'reports',
    before: someReports,
    show: async ({ page }) => {
      await expect(page.locator('[data-row]').first()).toBeVisible();
    },
  },
  {
    ...complaints,
    name: 'reports, the same ones unfolded',
    before: someReports,
    show: async ({ page, t }) => {
      const unfold = t('admin.complaints.unfold', { count: 1 });
      await page.getByRole('button', { name: unfold }).click();
      await expect(page.getByRole('button', { name: t('admin.complaints.fold') })).toBeVisible();
    },
  },
  {
    ...complaints,
    name: 'reports, one has just been resolved',
    path: '/admin/complaints?status=new',
    before: withAnswers({
      AdminComplaints: { complaints: reports.filter(({ status }) => status === 'new') },
      SetComplaintStatus: {
        setComplaintStatus: {
          ...reports[0]!,
          status: 'resolved',
          resolvedAt: '2026-11-21T10:00:00Z',
        },
      },
    }),
    show: async ({ page, t }) => {
      await page
        .getByRole('combobox', { name: /Midjourney/ })
        .first()
        .selectOption('resolved');
      const status = t('requests.statuses.resolved');
      await expect(page.getByText(t('admin.statusSaved', { status })).first()).toBeVisible();
    },
  },
  {
    ...complaints,
    name: 'reports, none',
    path: '/admin/complaints?status=new',
    before: withAnswers({ AdminComplaints: { complaints: [] } }),
    show: async ({ page, t }) => {
      await expect(page.getByText(t('admin.complaints.emptyNew'))).toBeVisible();
    },
  },
  {
    ...complaints,
    name: 'reports, none with these filters',
    path: '/admin/complaints?status=resolved&type=spam',
    before: withAnswers({ AdminComplaints: { complaints: [] } }),
    show: async ({ page, t }) => {
      await expect(page.getByText(t('admin.complaints.emptyFilters'))).toBeVisible();
    },
  },
  {
    ...complaints,
    name: 'reports, not loaded',
    before: withAnswers({ AdminComplaints: 'refused' }),
    show: async ({ page, t }) => {
      await expect(page.getByText(t('admin.loadFailed'))).toBeVisible();
    },
  },
  {
    ...complaints,
    name: 'reports, awaited',
    before: withAnswers({ AdminComplaints: 'never' }),
    show: async ({ page }) => {
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await skeletonsShown(page);
    },
  },
  {
    ...desk,
    name: 'inconsistencies',
    before: someDifferences,
    show: async ({ page, t }) => {
      await expect(page.getByRole('list', { name: t('admin.inconsistencies.list') })).toBeVisible();
    },
  },
  difference('a title', '1'),
  difference('a description', '2'),
  difference('tags', '3'),
  difference('the type of the material', '4'),
  // Neither of its pictures is there.
  { ...difference('a picture', '5'), expected: /404/ },
  difference('an address', '6'),
  difference('a broken link', '7'),
  difference('a removed bookmark', '8'),
  difference('a decided one', '9', 'resolved'),
  {
    ...difference('the question before a removal', '8'),
    show: async ({ page, t }) => {
      const name = t('admin.inconsistencies.actions.delete_item');
      await page.getByRole('button', { name }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    ...desk,
    name: 'inconsistencies, many at once',
    path: '/admin/inconsistencies?type=tags_changed',
    before: withAnswers({
      Differences: {
        inconsistencies: ['3', '13'].map((id) => ({ ...differences[2], id })),
      },
    }),
    show: async ({ page, t }) => {
      for (const name of [
        t('admin.inconsistencies.tickAll', { count: 2 }),
        t('admin.inconsistencies.decideTicked', { count: 2 }),
      ]) {
        await page.getByRole('button', { name }).click();
      }
      await expect(page.getByRole('dialog').getByRole('deletion').first()).toBeVisible();
    },
  },
  {
    ...desk,
    name: 'inconsistencies, none',
    before: withAnswers({ Differences: { inconsistencies: [] } }),
    show: async ({ page, t }) => {
      await expect(page.getByText(t('admin.inconsistencies.empty'), { exact: true })).toBeVisible();
    },
  },
  {
    ...desk,
    name: 'inconsistencies, none with these filters',
    path: '/admin/inconsistencies?type=tags_changed',
    before: withAnswers({ Differences: { inconsistencies: [] } }),
    show: async ({ page, t }) => {
      await expect(page.getByText(t('admin.inconsistencies.emptyFilters'))).toBeVisible();
    },
  },
  sync('under way', { syncStatus: runs.running }, async ({ page }) => {
    await expect(page.getByRole('progressbar')).toBeVisible();
  }),
  sync('failed', { syncStatus: runs.failed }, async ({ page }) => {
    await page.locator('summary').click();
    await expect(page.locator('details li').first()).toBeVisible();
  }),
  sync('asks before removals', { syncStatus: runs.failed }, async ({ page, t }) => {
    await page.getByRole('button', { name: t('admin.sync.start') }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
  }),
  {
    name: 'activity',
    title: 'activity',
    as: admin,
    path: '/admin/activity?page=2',
    before: withAnswers({ Activities: { activity } }),
    show: async ({ page, t }) => {
      const records = page.getByRole('list', { name: t('admin.activity.caption') });
      await expect(records.getByRole('listitem')).toHaveCount(activity.entries.length);
      await expect(records.getByRole('deletion').first()).toBeVisible();
      await expect(records.getByRole('insertion').first()).toBeVisible();
    },
  },
  {
    name: 'activity, none',
    title: 'activity',
    as: admin,
    path: '/admin/activity?action=item.notes',
    before: withAnswers({
      Activities: { activity: { __typename: 'ActivityPage', total: 0, entries: [] } },
    }),
    show: async ({ page, t }) => {
      await expect(page.getByText(t('admin.activity.empty'))).toBeVisible();
    },
  },
  {
    name: 'wishes and synonyms',
    title: 'wishes',
    as: admin,
    path: '/admin/wishes',
    before: withAnswers({
      WishList: {
        wishes: [
          { name: 'озвучка неигровых персонажей', kind: 'search', language: 'ru' },
          { name: 'достопримечательностиинтерьеры', kind: 'search', language: 'ru' },
          { name: 'https://a-service-with-a-long-name.example.com/products', kind: 'proposal' },
        ].map((wish, index) => ({
          __typename: 'Wish',
          id: String(index),
          language: null,
          count: 3 - index,
          waiting: index,
          askedAt: '2026-11-20T10:00:00Z',
          words: index === 2 ? ['Для перевода реплик.'] : [],
          state: 'open',
          lesson: null,
          lessonId: null,
          answer: null,
          mergedName: null,
          proposalId: null,
          refused: null,
          knowledgeItem: null,
          handledBy: null,
          settledAt: null,
          canReopen: false,
          ...wish,
        })),
      },
      SearchLessons: {
        synonyms: [
          ['картинка', 'image'],
          ['озвучивание персонажей', 'text to speech'],
        ].map(([word, synonym], index) => ({
          __typename: 'Synonym',
          id: String(index),
          word,
          synonym,
        })),
        taughtWords: [
          {
            __typename: 'TaughtWord',
            id: '1',
            word: 'дубляжница',
            concept: {
              __typename: 'Concept',
              id: 'voiceover',
              nameRu: 'озвучка',
              nameEn: 'voiceover',
            },
          },
        ],
        ownConcepts: [],
      },
    }),
    show: async ({ page, t }) => {
      await expect(page.getByText(t('admin.wishes.title'))).toBeVisible();
      await expect(page.getByText('картинка — image')).toBeVisible();
    },
  },
  {
    name: 'import, what it would do',
    title: 'import',
    as: admin,
    path: '/admin/import',
    before: withAnswers({
      DemoNow: { demo: demoNow },
      MadeImports: { imports: madeImports },
      LookAtImport: { previewImport },
    }),
    show: async ({ page, t }) => {
      await page.getByLabel(t('admin.import.choose')).setInputFiles({
        name: 'own.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('url'),
      });
      await page.getByText(t('admin.import.show', { name: t('admin.import.kinds.new') })).click();
      await expect(page.getByText('https://own.example.com/').first()).toBeVisible();
    },
  },
  {
    name: 'import, undone as far as nobody uses it',
    title: 'import',
    as: admin,
    path: '/admin/import',
    before: withAnswers({
      DemoNow: { demo: demoNow },
      MadeImports: { imports: madeImports },
      UndoOneImport: { undoImport },
    }),
    show: async ({ page, t }) => {
      const undo = t('admin.import.undo');
      await page.getByRole('button', { name: undo }).click();
      const confirm = { name: t('admin.import.takeAway') };
      await page.getByRole('alertdialog').getByRole('button', confirm).click();
      await expect(page.getByText(t('admin.import.moreRows', { count: 2 }))).toBeVisible();
    },
  },
  {
    name: 'import, the demo before it goes',
    title: 'import',
    as: admin,
    path: '/admin/import',
    before: withAnswers({
      DemoNow: { demo: demoNow },
      DemoGoes: { demoRemoval },
      MadeImports: { imports: [] },
    }),
    show: async ({ page, t }) => {
      await page.getByRole('button', { name: t('admin.demo.remove') }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expect(page.getByText(t('admin.demo.stays'))).toBeVisible();
    },
  },
  {
    name: 'tokens',
    title: 'tokens',
    as: admin,
    path: '/admin/tokens',
    before: withAnswers({
      ToolTokens: { apiTokens: tokens },
      CreateToolToken: {
        createApiToken: {
          __typename: 'NewApiToken',
          token: `lo_pat_ab12${'c3d4'.repeat(10)}`,
          apiToken: tokens[0],
        },
      },
    }),
    show: async ({ page, t }) => {
      await page.getByRole('textbox', { name: t('admin.tokens.name') }).fill('Бот');
      await page.getByRole('button', { name: t('admin.tokens.create') }).click();
      await expect(page.getByText(t('admin.tokens.once'))).toBeVisible();
    },
  },
  {
    name: 'tokens, none',
    title: 'tokens',
    as: admin,
    path: '/admin/tokens',
    before: withAnswers({ ToolTokens: { apiTokens: [] } }),
    show: async ({ page, t }) => {
      await expect(page.getByText(t('admin.tokens.empty'))).toBeVisible();
    },
  },
  {
    name: 'webhooks, their deliveries',
    title: 'tokens',
    as: admin,
    path: '/admin/tokens',
    before: withAnswers({
      ToolTokens: { apiTokens: [] },
      ToolWebhooks: { webhooks },
      ToolDeliveries: { webhookDeliveries },
    }),
    show: async ({ page, t }) => {
      const url = webhooks[0]!.url;
      await page.getByRole('button', { name: t('setup:webhooks.deliveriesOf', { url }) }).click();
      await expect(page.getByText(t('setup:webhooks.states.withheld'))).toBeVisible();
    },
  },
  {
    name: 'webhooks, deliveries of one that is off',
    title: 'tokens',
    as: admin,
    path: '/admin/tokens',
    before: withAnswers({
      ToolTokens: { apiTokens: [] },
      ToolWebhooks: { webhooks: webhooks.map((one) => ({ ...one, isOn: false })) },
      ToolDeliveries: { webhookDeliveries },
    }),
    show: async ({ page, t }) => {
      const url = webhooks[0]!.url;
      await page.getByRole('button', { name: t('setup:webhooks.deliveriesOf', { url }) }).click();
      await expect(page.getByText(t('setup:webhooks.offNow'))).toBeVisible();
    },
  },
  {
    name: 'webhooks, a new one',
    title: 'tokens',
    as: admin,
    path: '/admin/tokens',
    before: withAnswers({ ToolTokens: { apiTokens: [] }, ToolWebhooks: { webhooks: [] } }),
    show: async ({ page, t }) => {
      await page.getByRole('button', { name: t('setup:webhooks.add') }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'tokens, the question before one is revoked',
    title: 'tokens',
    as: admin,
    path: '/admin/tokens',
    before: withAnswers({ ToolTokens: { apiTokens: tokens } }),
    show: async ({ page, t }) => {
      const name = t('admin.tokens.revokeOf', { name: tokens[0]!.name });
      await page.getByRole('button', { name }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
];
