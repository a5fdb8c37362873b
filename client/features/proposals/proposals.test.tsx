import { screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import { setCurrentUser } from '../../browser/currentUser.ts';
import { anAdmin } from '../../testing/people.ts';
import { renderPage } from '../../testing/render.tsx';
import { MyProposals } from './MyProposals.tsx';

beforeEach(() => void setCurrentUser(anAdmin()));
type Args = Record<string, unknown>;
const createdAt = '2026-01-02T10:00:00.000Z';
const aProposal = (id: string, state: string, changes: Args = {}) => ({
  id,
  address: `https://tool${id}.example.com/`,
  comment: null,
  state,
  declineReason: null,
  createdAt,
  closedAt: null,
  knowledgeItem: null,
  ...changes,
});

const openMine = async (outcome: () => object, at = '/profile/requests?propose') => {
  const sent: Args[] = [];
  let own: object[] = [];
  const page = await renderPage(<MyProposals />, {
    at,
    resolvers: {
      Query: { myProposals: () => own },
      Mutation: {
        proposeService: (_: unknown, args: Args) => {
          sent.push({ ...args });
          const made = outcome();
          own = [aProposal('1', 'open')];
          return made;
        },
      },
    },
  });
  return { ...page, sent };
};
const address = () => screen.findByRole('textbox', { name: /Адрес сервиса/ });
const send = () => screen.getByRole('button', { name: 'Предложить' });

test('the own proposals stand there with what became of them', async () => {
  await renderPage(<MyProposals />, {
    resolvers: {
      Query: {
        myProposals: () => [
          aProposal('1', 'open', { comment: 'Для отчётов' }),
          aProposal('2', 'added', {
            knowledgeItem: { id: '7', titleRu: 'Инструмент', titleEn: null },
          }),
          aProposal('3', 'declined', { declineReason: 'Есть Miro' }),
        ],
      },
    },
  });
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map((row) => row.querySelector('[data-part=head]')?.textContent)).toEqual([
    'https://tool1.example.com/Ждёт решения',
    'https://tool2.example.com/Добавлен',
    'https://tool3.example.com/Отклонён',
  ]);
  expect(within(rows[1]!).getByRole('link', { name: 'Инструмент' })).toHaveAttribute(
    'href',
    '/services/7',
  );
  expect(within(rows[2]!).getByText('Ответ: Есть Miro')).toBeInTheDocument();
});

test('a service is proposed with a word, from the search by its link: then it stands in the list', async () => {
  const { user, sent, router } = await openMine(() => ({
    proposal: { id: '1', state: 'open' },
    existingItem: null,
  }));
  const field = await address();
  expect(send()).toBeDisabled();
  await user.type(field, 'tool1.example.com');
  await user.type(screen.getByRole('textbox', { name: /Для чего/ }), 'Для отчётов');
  await user.click(send());
  expect(await screen.findByText('Предложение отправлено')).toBeInTheDocument();
  expect(sent).toEqual([{ address: 'tool1.example.com', comment: 'Для отчётов' }]);
  expect(await screen.findByText('https://tool1.example.com/')).toBeInTheDocument();
  expect(router.state.location.search).toBe('');
});

test('a service that the catalogue has is led to; nothing else is said', async () => {
  const { user } = await openMine(() => ({
    proposal: null,
    existingItem: { id: '7', titleRu: 'Инструмент', titleEn: null },
  }));
  await user.type(await address(), 'tool.example.com');
  await user.click(send());
  expect(await screen.findByRole('link', { name: 'Инструмент' })).toHaveAttribute(
    'href',
    '/services/7',
  );
  expect(screen.queryByText('Предложение отправлено')).toBeNull();
  // It was said of the address that stood there.
  await user.type(await address(), '/other');
  expect(screen.queryByRole('link', { name: 'Инструмент' })).toBeNull();
});

test('a refusal is said in the dialog, with how an address looks where it is none; what was typed stays', async () => {
  const refusals = [
    { code: 'CONFLICT', reason: 'tooManyProposals' },
    { code: 'INVALID', errors: [{ path: 'address', code: 'address' }] },
  ];
  const { user } = await openMine(() => {
    throw new GraphQLError('English of the server', { extensions: refusals.shift() });
  });
  await user.type(await address(), 'our new tool');
  await user.click(send());
  expect(await screen.findByRole('alert')).toHaveTextContent('Слишком много ваших предложений');
  expect(await address()).toHaveValue('our new tool');
  await user.click(send());
  await waitFor(() =>
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Это не адрес страницы. Адрес выглядит так: example.com или https://example.com/tool.',
    ),
  );
  await waitFor(async () => expect(await address()).toHaveFocus());
  expect(await address()).toBeInvalid();
});
