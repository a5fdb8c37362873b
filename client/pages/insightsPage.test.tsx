import { screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import { setCurrentUser } from '../browser/currentUser.ts';
import { aUser, anAdmin } from '../testing/fixtures.ts';
import { renderPage } from '../testing/render.tsx';
import type { Language } from '../i18n/languages.ts';
import { AdminInsightsPage, InsightsPage } from './InsightsPage.tsx';

const weeks = ['2026-11-09', '2026-11-16', '2026-11-23'];
const gdev = { key: 'gdev', name: 'GDEV' };
const nexters = { key: 'nexters', name: 'Nexters' };
/** Null for a withheld number. */
const count = (value: number | null) => ({ count: value, isFewerThanFive: value === null });
const item = (id: string, titleEn: string) => ({ id, titleRu: `${titleEn} ру`, titleEn });
const adoptionWeeks = (...people: (number | null)[]) =>
  people.map((value, at) => ({
    weekStart: weeks[at],
    people: count(value),
    activeAccounts: count(208),
  }));
const trend = (service: object, added: number | null, removed: number | null, each = [1, 0]) => ({
  knowledgeItem: service,
  added: count(added),
  removed: count(removed),
  weeks: each.map((one, at) => ({ weekStart: weeks[at], added: one, removed: 0 })),
});
const waiting = (step: string, company: object | null, medianHours: number | null) => ({
  step,
  company,
  medianHours,
  p90Hours: medianHours === null ? null : 96,
  requests: 7,
});

const someInsights = (changes: object = {}) => ({
  since: '2026-08-31T00:00:00.000Z',
  until: '2026-11-28T10:58:00.000Z',
  company: null,
  companies: [gdev, nexters],
  isExact: true,
  adoption: {
    dataBeginsOn: '2026-11-09',
    weeks: adoptionWeeks(80, 120, 150),
    companies: [
      { company: nexters, weeks: adoptionWeeks(30, 50, 60) },
      { company: gdev, weeks: adoptionWeeks(50, 70, 90) },
    ],
  },
  risingAndFading: {
    dataBeginsOn: null,
    rising: [trend(item('1', 'Cursor'), 45, 2)],
    fading: [trend(item('2', 'Tome'), 1, 13)],
  },
  useCases: {
    weeks: weeks.map((weekStart) => ({ weekStart, written: count(4), liked: count(7) })),
    withoutUseCase: [{ knowledgeItem: item('3', 'Miro'), users: count(12) }],
    withoutUseCaseCount: 24,
  },
  missing: {
    dataBeginsOn: null,
    weeks: weeks.map((weekStart) => ({ weekStart, open: 5, served: 2 })),
    topGaps: [
      { gapId: '1', text: 'blender', language: 'en', searches: 14, isServed: false },
      { gapId: '2', text: 'спайн', language: 'ru', searches: 3, isServed: true },
    ],
    gaps: 130,
    served: 53,
    medianDaysToServe: 9,
  },
  access: {
    overall: [waiting('first_reply', null, 4), waiting('decision', null, 11)],
    byCompany: [waiting('decision', gdev, 8), waiting('decision', nexters, 12)],
    outcomes: [
      ['granted', 64],
      ['waiting', 7],
      ['declined', 9],
      ['withdrawn', 4],
    ].map(([outcome, requests]) => ({ outcome, requests: count(Number(requests)) })),
  },
  health: {
    services: 160,
    brokenLinks: 7,
    missingTranslations: 12,
    missingDataRules: 97,
    withoutPicture: 38,
    withoutUseCase: 41,
    openComplaints: ['under_3_days', 'from_3_to_7_days', 'over_7_days'].map((age) => ({
      age,
      complaints: count(age === 'over_7_days' ? 0 : 7),
    })),
  },
  ...changes,
});

interface Given {
  insights?: () => object;
  language?: Language;
  at?: string;
  approver?: boolean;
}

async function open({ insights = someInsights, language, at, approver }: Given = {}) {
  setCurrentUser(approver ? aUser() : anAdmin());
  const asked: unknown[] = [];
  const page = await renderPage(approver ? <InsightsPage /> : <AdminInsightsPage />, {
    at: at ?? '/admin/insights',
    language: language ?? 'en',
    resolvers: {
      Query: {
        insights: (_root: unknown, variables: object) => {
          asked.push({ ...variables });
          return insights();
        },
      },
    },
  });
  return { ...page, asked };
}

/** Texts of the cells. */
const lastRow = (table: HTMLElement) =>
  [...within(table).getAllByRole('row').at(-1)!.children].map((cell) => cell.textContent);
const plot = (name: string) => within(screen.getByRole('region', { name }));

test('describes six plots, each with a table and CSV of the same period and company', async () => {
  const { user } = await open({
    at: '/admin/insights?days=365&company=gdev',
    insights: () => someInsights({ company: gdev }),
  });
  const button = await screen.findByRole('button', { name: 'Table: Adoption' });
  for (const sentence of [
    'Cursor gained the most users, Tome lost the most',
    '12 use cases written',
    '53 of 130 gaps closed, half of them within 9 days',
    'Half of the requests are decided within 11 hours, 90% within 4 days',
    'Data begins on 9 November 2026.',
  ])
    expect(screen.getByText(sentence)).toBeInTheDocument();
  expect(screen.getAllByRole('img')).toHaveLength(6);
  expect(screen.queryAllByRole('table')).toEqual([]);
  expect(button).toHaveAttribute('aria-expanded', 'false');
  await user.click(button);
  expect(button).toHaveAttribute('aria-expanded', 'true');
  const table = plot('Adoption').getByRole('table');
  expect(lastRow(table)).toEqual(['23 November 2026', '90', '60', '150', '208', '72%']);
  await user.click(screen.getByRole('button', { name: 'Table: What is missing' }));
  expect(plot('What is missing').getByRole('row', { name: 'blender 14 open' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'CSV: Use cases' })).toHaveAttribute(
    'href',
    '/api/v1/admin/insights/table?plot=use_cases&days=365&company=gdev',
  );
});

test('takes period and company from the address, in Russian', async () => {
  const { user, router, asked } = await open({
    at: '/admin/insights?days=365&company=gdev',
    language: 'ru',
  });
  await screen.findByText('Сервисами пользуются 150 из 208 активных аккаунтов (72 %)');
  await user.click(await screen.findByRole('button', { name: '30 дней' }));
  expect(router.state.location.search).toBe('?days=30&company=gdev');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Компания' }), 'Все компании');
  await user.click(screen.getByRole('button', { name: '90 дней' }));
  expect(router.state.location.search).toBe('');
  await waitFor(() => expect(asked).toHaveLength(4));
  expect(asked).toEqual([
    { days: 365, company: 'gdev' },
    { days: 30, company: 'gdev' },
    { days: 30, company: null },
    { days: 90, company: null },
  ]);
});

test('shows withheld numbers as fewer than 5, and no company choice for one company', async () => {
  const { user } = await open({
    approver: true,
    at: '/insights',
    insights: () =>
      someInsights({
        company: nexters,
        companies: [nexters],
        isExact: false,
        adoption: {
          dataBeginsOn: null,
          weeks: adoptionWeeks(10, null),
          companies: [{ company: nexters, weeks: adoptionWeeks(10, null) }],
        },
        risingAndFading: {
          dataBeginsOn: null,
          rising: [trend(item('1', 'Cursor'), 10, null, [])],
          fading: [],
        },
        useCases: {
          weeks: [{ weekStart: weeks[0], written: count(null), liked: count(null) }],
          withoutUseCase: [],
          withoutUseCaseCount: 0,
        },
        missing: null,
        access: {
          overall: [{ ...waiting('decision', null, null), requests: null }],
          byCompany: [],
          outcomes: [{ outcome: 'granted', requests: count(null) }],
        },
      }),
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Insights' })).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Table: Adoption' }));
  expect(lastRow(plot('Adoption').getByRole('table'))).toEqual([
    '16 November 2026',
    'fewer than 5',
    '208',
    '',
  ]);
  expect(plot('Rising and fading').getByText('−fewer than 5')).toBeInTheDocument();
  expect(plot('Use cases').getByText(/Weeks with fewer than 5/)).toBeInTheDocument();
  expect(plot('What is missing').getByText(/Not known for one company/)).toBeInTheDocument();
  expect(plot('Access').getByText('Granted: fewer than 5')).toBeInTheDocument();
  expect(screen.getByText(/rounded down to a multiple of five/)).toBeInTheDocument();
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('offers a retry after a failure, and explains a refused company', async () => {
  let code: string | null = 'UNAVAILABLE';
  const { user } = await open({
    insights: () => {
      if (code) throw new GraphQLError('no', { extensions: { code } });
      return someInsights();
    },
  });
  expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t load the figures');
  code = 'NOT_FOUND';
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText(/can’t see the figures of this company/)).toBeInTheDocument();
  code = null;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'Adoption' })).toBeInTheDocument();
});
