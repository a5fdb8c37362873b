import { screen, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import i18next from 'i18next';
import { setCurrentUser } from '../browser/currentUser.ts';
import { anItem } from '../features/catalogue/testItems.ts';
import { aUser } from '../testing/fixtures.ts';
import { renderPage } from '../testing/render.tsx';
import { CheckPage } from './CheckPage.tsx';

const gdev = { key: 'gdev', name: 'GDEV' };
const known = {
  ...anItem('1'),
  approvalStatus: 'approved',
  usedBy: [{ company: gdev, count: 4 }],
  colleagues: [{ id: '5', name: 'Мария', avatarUrl: null }],
  dataRules: {
    tier: 'team',
    decisionState: 'decided',
    status: null,
    facts: [],
    verdicts: [{ dataClass: 'source_code', verdict: 'no', conditionRu: null, conditionEn: null }],
  },
  expertsToAsk: [
    {
      id: '5',
      name: 'Мария',
      avatarUrl: null,
      telegramUsername: null,
      useCasesCount: 2,
      company: gdev,
    },
  ],
};

interface Given {
  at?: string;
  known?: object | null;
  near?: object[];
  check?: () => never;
  propose?: () => object;
}

async function open({ at = '/check?url=https%3A%2F%2Ftool.example.com%2F', ...given }: Given = {}) {
  setCurrentUser(aUser({ company: gdev }));
  const asked: string[] = [];
  const proposed: unknown[] = [];
  const page = await renderPage(<CheckPage />, {
    at,
    resolvers: {
      Query: {
        checkAddress: (_root: unknown, { address }: { address: string }) => {
          asked.push(address);
          given.check?.();
          const near = given.near ?? [];
          const match = given.known ? 'page' : near.length > 0 ? 'site' : 'none';
          return { address, match, existingItem: given.known ?? null, near };
        },
      },
      Mutation: {
        proposeService: (_root: unknown, input: unknown) => {
          proposed.push(input);
          return given.propose?.() ?? { proposal: { id: '3', state: 'open' }, existingItem: null };
        },
      },
    },
  });
  return { ...page, asked, proposed };
}
const t = i18next.getFixedT(null, 'service');

test('shows data rules, users and experts of a known page, with a link', async () => {
  const { asked } = await open({ known, near: [anItem('2')] });
  const card = await screen.findByRole('region', { name: 'Сервис 1' });
  expect(asked).toEqual(['https://tool.example.com/']);
  expect(card).toHaveTextContent('Одобрено');
  expect(within(card).getByText('Исходный код').parentElement).toHaveTextContent(
    t('rules.verdict.no'),
  );
  expect(within(card).getByRole('link', { name: t('check.openService') })).toHaveAttribute(
    'href',
    '/services/1',
  );
  expect(screen.getByRole('region', { name: t('usedBy.title') })).toHaveTextContent('GDEV 4');
  expect(screen.getByRole('region', { name: t('experts.title') })).toHaveTextContent('Мария');
  const near = screen.getByRole('region', { name: t('check.near') });
  expect(within(near).getByRole('link')).toHaveAttribute('href', '/services/2');
});

test('checks a link shared by a phone in any parameter', async () => {
  for (const shared of [
    'url=https%3A%2F%2Ftool.example.com%2F',
    'title=Tool&text=Look%20(https%3A%2F%2Ftool.example.com%2F).',
    'title=https%3A%2F%2Ftool.example.com%2F',
  ]) {
    const { asked, unmount } = await open({ at: `/check?${shared}`, known });
    await screen.findByRole('region', { name: 'Сервис 1' });
    expect({ shared, asked }).toEqual({ shared, asked: ['https://tool.example.com/'] });
    unmount();
  }
});

test('proposes an unknown page with one press; a refusal shows its reason with a retry', async () => {
  let isRefused = true;
  const { user, proposed } = await open({
    propose: () => {
      if (!isRefused) return { proposal: { id: '3', state: 'open' }, existingItem: null };
      throw new GraphQLError('Too many', {
        extensions: { code: 'CONFLICT', reason: 'tooManyProposals' },
      });
    },
  });
  const button = await screen.findByRole('button', { name: 'Предложить сервис' });
  await user.click(button);
  expect(await screen.findByRole('alert')).not.toBeEmptyDOMElement();
  isRefused = false;
  await user.click(button);
  expect(await screen.findByRole('link', { name: t('check.toRequests') })).toHaveAttribute(
    'href',
    '/profile/requests',
  );
  expect(proposed[1]).toEqual({ address: 'https://tool.example.com/', comment: null });
  expect(screen.queryByRole('button', { name: 'Предложить сервис' })).toBeNull();
});

test('does not apply rules of neighbours to a page of a known site', async () => {
  const { unmount } = await open({ near: [anItem('2')] });
  expect(await screen.findByText(t('check.onlySiteKnown'))).toBeVisible();
  unmount();
  await open();
  expect(await screen.findByText(t('check.rulesUndecided'))).toBeVisible();
});

test('explains an invalid address; a failure can be retried', async () => {
  const refused = new GraphQLError('Invalid', {
    extensions: { code: 'INVALID', errors: [{ path: 'address', code: 'invalid' }] },
  });
  const { unmount } = await open({
    at: '/check?url=about%3Ablank',
    check: () => {
      throw refused;
    },
  });
  expect(await screen.findByText(t('check.noAddress'))).toBeVisible();
  unmount();
  const { user, asked } = await open({
    check: () => {
      throw new GraphQLError('Broken');
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Повторить' }));
  expect(asked).toHaveLength(2);
});
