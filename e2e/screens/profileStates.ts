// What belongs to the reader: services, use cases, requests.
import type {
  MyComplaintsQuery,
  MyProposalsQuery,
  OwnAccessRequestFragment,
} from '../../client/generated.ts';
import { expect } from '../journey.ts';
import { tokens } from './adminSamples.ts';
import { answer } from './answers.ts';
import { admin, member, type Screen, type ScreenState } from './screenState.ts';

const services = { title: 'profileKnowledge', as: admin, path: '/profile/knowledge' } as const;
const cases = { title: 'profileUseCases', as: admin, path: '/profile/use-cases' } as const;
const requests = { title: 'profileRequests', as: admin, path: '/profile/requests' } as const;

const field = async ({ page, t }: Screen) => {
  await expect(page.getByRole('textbox', { name: t('useCases.editLabel') }).first()).toBeVisible();
};

const access: OwnAccessRequestFragment[] = (['queued', 'sent', 'failed'] as const).map(
  (state, index) => ({
    __typename: 'AccessRequest',
    id: String(index),
    service: ['Cursor', 'Midjourney', 'Convai: персонажи с искусственным интеллектом'][index]!,
    subscriptionType: 'pro',
    features: 'Ревью кода в команде сервера, двенадцать человек, до конца квартала.',
    needsTesting: index === 1,
    dataClasses: index === 1 ? ['source_code'] : [],
    state,
    status: (['needs_answer', 'granted', 'requested'] as const)[index]!,
    acts: ([['answer', 'withdraw'], [], ['withdraw']] as const)[index]!.slice(),
    version: 1,
    createdAt: '2026-11-20T10:00:00Z',
    dueAt: '2999-11-25T10:00:00Z',
    word: index === 0 ? 'На сколько человек и до какого числа?' : null,
    answer: index === 1 ? 'До конца квартала.' : null,
    expiresAt: index === 1 ? '2999-03-31T20:59:59Z' : null,
    knowledgeItem: null,
  }),
);

const reports: MyComplaintsQuery['myComplaints'] = (
  ['new', 'in_progress', 'resolved', 'rejected'] as const
).map((status, index) => ({
  __typename: 'Complaint',
  id: String(index),
  complaintType: 'bad_russian_translation',
  comment: index === 0 ? 'Описание не о том сервисе.' : null,
  status,
  word: index === 3 ? 'Перевод верный: так называет себя сам сервис.' : null,
  createdAt: '2026-11-01T10:00:00Z',
  resolvedAt: index > 1 ? '2026-11-02T10:00:00Z' : null,
  cure: index === 2 ? { __typename: 'ComplaintCure', id: '1', act: 'translate' } : null,
  knowledgeItem:
    index === 3
      ? null
      : { __typename: 'KnowledgeItem', id: '2', titleRu: 'Midjourney', titleEn: 'Midjourney' },
}));

const watchedSearches = [
  { text: 'озвучка неигровых персонажей', told: null },
  { text: 'достопримечательностиинтерьеры', told: 'served' },
].map((one, index) => ({
  __typename: 'WatchedSearch',
  id: String(index),
  language: 'ru',
  createdAt: '2026-11-20T10:00:00Z',
  toldAt: null,
  answer: null,
  knowledgeItem: null,
  ...one,
}));

const proposals: MyProposalsQuery['myProposals'] = (['open', 'added', 'declined'] as const).map(
  (state, index) => ({
    __typename: 'ProposedService',
    id: String(index),
    address: `https://a-service-with-a-long-name-${index}.example.com/products/workspace?plan=team`,
    comment: index === 0 ? 'Для перевода реплик второстепенных персонажей.' : null,
    state,
    answer: state === 'declined' ? 'У нас уже есть похожий сервис.' : null,
    createdAt: '2026-11-01T10:00:00Z',
    settledAt: state === 'open' ? null : '2026-11-02T10:00:00Z',
    knowledgeItem:
      state === 'added'
        ? { __typename: 'KnowledgeItem', id: '2', titleRu: 'Midjourney', titleEn: 'Midjourney' }
        : null,
  }),
);

export const profileStates: ScreenState[] = [
  {
    ...services,
    name: 'my services',
    show: async ({ page }) => {
      await expect(page.getByRole('article').first()).toBeVisible();
    },
  },
  {
    ...services,
    name: 'my services, none',
    before: ({ page }) => answer(page, { LikedKnowledge: { likedKnowledge: [] } }),
    show: async ({ page, t }) => {
      await expect(page.getByText(t('likedEmpty'))).toBeVisible();
    },
  },
  { ...cases, name: 'my use cases', show: field },
  {
    ...cases,
    name: 'my use cases, none',
    before: ({ page }) => answer(page, { MyUseCases: { myUseCases: [] } }),
    show: async ({ page, t }) => {
      await expect(page.getByText(t('useCases.mineEmpty'))).toBeVisible();
    },
  },
  {
    ...cases,
    name: 'my use cases, one is deleted',
    before: ({ page }) =>
      answer(page, { DeleteUseCase: { deleteUseCase: { __typename: 'Done', success: true } } }),
    show: async (screen) => {
      await field(screen);
      const { page, t } = screen;
      await page
        .getByRole('button', { name: t('useCases.delete') })
        .first()
        .click();
      await expect(page.getByText(t('useCases.deleted')).first()).toBeVisible();
    },
  },
  {
    ...requests,
    name: 'my requests, none',
    before: ({ page }) =>
      answer(page, {
        MyAccessRequests: { myAccessRequests: [] },
        MyComplaints: { myComplaints: [] },
        MyProposals: { myProposals: [] },
        MyWatchedSearches: { myWatchedSearches: [] },
      }),
    show: async ({ page, t }) => {
      await expect(page.getByText(t('requests.noReports'))).toBeVisible();
      await expect(page.getByText(t('requests.noProposals'))).toBeVisible();
    },
  },
  {
    ...requests,
    name: 'my requests',
    before: ({ page }) =>
      answer(page, {
        MyAccessRequests: { myAccessRequests: access },
        MyComplaints: { myComplaints: reports },
        MyProposals: { myProposals: proposals },
        MyWatchedSearches: { myWatchedSearches: watchedSearches },
      }),
    show: async ({ page, t }) => {
      await expect(page.getByText(t('requests.statuses.rejected'))).toBeVisible();
      await expect(page.getByText(t('requests.mailFailed'), { exact: true })).toBeVisible();
      await expect(page.getByText(t('requests.proposalStates.declined'))).toBeVisible();
    },
  },
  {
    name: 'how one is told',
    title: 'profileNotifications',
    as: member,
    path: '/profile/notifications',
    before: ({ page }) =>
      answer(page, {
        NotificationDelivery: {
          notificationDelivery: {
            __typename: 'NotificationDelivery',
            telegram: 'answers',
            mail: 'off',
            canTelegram: true,
            canMail: false,
            language: null,
            timeZone: 'Europe/Moscow',
            quietFrom: '22:00',
            quietUntil: '08:00',
          },
        },
      }),
    show: async ({ page, t }) => {
      await expect(page.getByText(t('notifications:delivery.noMail'))).toBeVisible();
      await expect(page.getByRole('switch').nth(3)).toBeVisible();
    },
  },
  {
    name: 'tokens, the address of feeds just made',
    title: 'tokens',
    as: member,
    path: '/profile/tokens',
    before: ({ page }) =>
      answer(page, {
        OwnFeedAddress: {
          myFeedAddress: { __typename: 'FeedAddress', createdAt: '2026-11-20T10:00:00Z' },
        },
        RenewOwnFeedAddress: {
          renewFeedAddress: {
            __typename: 'FeedAddress',
            address: `https://loadout.example.com/feeds/${'Secret7'.repeat(6)}x`,
            createdAt: '2026-11-20T10:00:00Z',
          },
        },
      }),
    show: async ({ page, t }) => {
      const renew = { name: t('feeds.renew') };
      await page.getByRole('button', renew).click();
      await page.getByRole('alertdialog').getByRole('button', renew).click();
      await expect(page.getByText(t('feeds.once'))).toBeVisible();
    },
  },
  {
    name: "tokens, one's own, one just made",
    title: 'tokens',
    as: member,
    path: '/profile/tokens',
    before: ({ page }) =>
      answer(page, {
        MyToolTokens: { myApiTokens: tokens },
        CreateToolToken: {
          createApiToken: {
            __typename: 'NewApiToken',
            token: `lo_${'ab12c3d4'.repeat(5)}`,
            apiToken: tokens[0],
          },
        },
      }),
    show: async ({ page, t }) => {
      await page.getByRole('textbox', { name: t('admin.tokens.name') }).fill('Агент');
      await page.getByRole('button', { name: t('admin.tokens.create') }).click();
      await expect(page.getByText(t('admin.tokens.once'))).toBeVisible();
    },
  },
];
