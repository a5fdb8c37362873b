import { screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import { setCurrentUser } from '../../browser/currentUser.ts';
import { anAdmin } from '../../testing/people.ts';
import { renderPage } from '../../testing/render.tsx';
import { Setup } from '../setup/Setup.tsx';
import { Companies } from './Companies.tsx';

beforeEach(() => void setCurrentUser(anAdmin()));
const acme = {
  key: 'acme',
  name: 'Acme',
  approvalTag: 'acmeapproved',
  hasBadge: true,
  badgeTone: 'info',
  unicodeDomains: ['acme.example', 'акме.рф'],
  isPredefined: false,
  people: 3,
  services: 2,
  updatedAt: '2026-11-20T10:00:00.000Z',
};

test('two admins at once: what was typed stays, and goes on top of what the other has saved', async () => {
  let stored = acme;
  const sent: object[] = [];
  const { user } = await renderPage(<Companies />, {
    resolvers: {
      Query: { companies: () => [stored] },
      Mutation: {
        updateCompany: (_: unknown, args: { expectedUpdatedAt: string }) => {
          sent.push({ ...args });
          if (args.expectedUpdatedAt !== stored.updatedAt) {
            throw new GraphQLError('Somebody was faster', {
              extensions: { code: 'CONFLICT', reason: 'changedMeanwhile' },
            });
          }
          return { company: stored, hasChanged: true, movedPeople: 2 };
        },
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Изменить: Acme' }));
  const dialog = await screen.findByRole('dialog');
  const save = within(dialog).getByRole('button', { name: 'Сохранить' });
  expect(save).toBeDisabled();
  const domains = within(dialog).getByRole('textbox', { name: 'Домены почты' });
  await user.type(domains, '\n@New.example');
  stored = {
    ...acme,
    name: 'Acme Group',
    unicodeDomains: ['acme.example', 'theirs.example', 'акме.рф'],
    updatedAt: '2026-11-20T10:05:00.000Z',
  };
  await user.click(save);
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(
    'Сохранённая версия: Acme Group · acme.example · theirs.example · акме.рф · #acmeapproved',
  );
  expect(domains).toHaveValue('acme.example\nакме.рф\n@New.example');
  await user.click(save);
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual({
    key: 'acme',
    domains: ['acme.example', 'theirs.example', 'акме.рф', 'new.example'],
    expectedUpdatedAt: '2026-11-20T10:05:00.000Z',
  });
  expect(await screen.findByText('Компания сохранена')).toBeInTheDocument();
  expect(screen.getByText('Теперь к ней относятся 2 человека.')).toBeInTheDocument();
});

test('a company is added; a refusal says which field is wrong, and nothing typed is lost', async () => {
  const sent: object[] = [];
  const { user } = await renderPage(<Companies />, {
    language: 'en',
    resolvers: {
      Query: { companies: () => [] },
      Mutation: {
        addCompany: (_: unknown, args: object) => {
          sent.push({ ...args });
          throw new GraphQLError('Everybody', {
            extensions: { code: 'INVALID', errors: [{ path: 'domains.0', code: 'publicMail' }] },
          });
        },
      },
    },
  });
  expect(await screen.findByText(/nobody can sign in by email/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Add company' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByRole('textbox', { name: /^Name/ }), 'Acme');
  await user.type(within(dialog).getByRole('textbox', { name: /^Email domains/ }), 'gmail.com');
  await user.selectOptions(within(dialog).getByLabelText('Badge colour'), 'Blue');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(
    /^gmail\.com: .*it would let everyone in/,
  );
  const domains = within(dialog).getByRole('textbox', { name: /^Email domains/ });
  expect(domains).toHaveValue('gmail.com');
  expect(domains).toBeInvalid();
  await waitFor(() => expect(domains).toHaveFocus());
  expect(domains).toHaveAccessibleDescription(/it would let everyone in/);
  expect(within(dialog).getByRole('textbox', { name: /^Name/ })).toBeValid();
  expect(sent).toEqual([
    { name: 'Acme', domains: ['gmail.com'], approvalTag: null, hasBadge: true, badgeTone: 'info' },
  ]);
  await user.type(domains, '{Backspace}');
  expect(domains).toBeValid();
});

test('companies that came with Loadout are kept with one press', async () => {
  const kept: string[][] = [];
  const { user } = await renderPage(<Companies />, {
    language: 'en',
    resolvers: {
      Query: { companies: () => [{ ...acme, isPredefined: kept.length === 0 }] },
      Mutation: {
        confirmCompanies: (_: unknown, { keys }: { keys: string[] }) => {
          kept.push(keys);
          return [{ ...acme, isPredefined: false }];
        },
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: "They're ours" }));
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: "They're ours" })).not.toBeInTheDocument(),
  );
  expect(kept).toEqual([['acme']]);
});

test('nobody is asked about a company that is in use: what holds it is said at once', async () => {
  const { user } = await renderPage(<Companies />, {
    resolvers: { Query: { companies: () => [acme] } },
  });
  await user.click(await screen.findByRole('button', { name: 'Удалить: Acme' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(screen.getByRole('alert')).toHaveTextContent(
    'К ней относятся: 3 человека и 2 одобренных сервиса.',
  );
});

test('a company that is held by what the list does not show says so, beside it', async () => {
  const { user } = await renderPage(<Companies />, {
    language: 'en',
    resolvers: {
      Query: { companies: () => [{ ...acme, people: 0, services: 0 }] },
      Mutation: {
        removeCompany: () => {
          throw new GraphQLError('In use', {
            extensions: {
              code: 'CONFLICT',
              reason: 'companyInUse',
              facts: { people: 0, services: 0, rules: 2 },
            },
          });
        },
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Remove: Acme' }));
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: 'Remove' }));
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent("Couldn't remove the company");
  expect(notice).toHaveTextContent('It still has 2 data rules.');
});

test('the steps of the set-up follow the companies', async () => {
  let isKept = false;
  const step = () => ({
    part: 'companies',
    state: isKept ? 'done' : 'missing',
    fault: isKept ? null : 'noDomain',
    isEssential: true,
    settings: [],
    returnAddress: null,
    count: null,
    at: null,
  });
  const { user } = await renderPage(
    <>
      <Setup />
      <Companies />
    </>,
    {
      language: 'en',
      resolvers: {
        Query: {
          setup: () => ({ isReady: isKept, steps: [step()] }),
          companies: () => [{ ...acme, isPredefined: !isKept }],
        },
        Mutation: {
          confirmCompanies: () => {
            isKept = true;
            return [{ ...acme, isPredefined: false }];
          },
        },
      },
    },
  );
  expect(await screen.findByText('No company has a domain.')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: "They're ours" }));
  await waitFor(() => expect(screen.queryByText('No company has a domain.')).toBeNull());
});
