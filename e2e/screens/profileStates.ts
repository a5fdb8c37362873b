// What belongs to the reader: services, use cases, requests.
import type {
  MyComplaintsQuery,
  MyProposalsQuery,
  OwnAccessRequestFragment,
} from '../../client/generated.ts';
import { expect } from '../journey.ts';
import { answer } from './answers.ts';
import { admin, type Screen, type ScreenState } from './screenState.ts';

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
    state,
    createdAt: '2026-11-20T10:00:00Z',
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
  createdAt: '2026-11-01T10:00:00Z',
  resolvedAt: index > 1 ? '2026-11-02T10:00:00Z' : null,
  knowledgeItem:
    index === 3
      ? null
      : { __typename: 'KnowledgeItem', id: '2', titleRu: 'Midjourney', titleEn: 'Midjourney' },
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
      }),
    show: async ({ page, t }) => {
      await expect(page.getByText(t('requests.statuses.rejected'))).toBeVisible();
      await expect(page.getByText(t('requests.states.failed'), { exact: true })).toBeVisible();
      await expect(page.getByText(t('requests.proposalStates.declined'))).toBeVisible();
    },
  },
];
