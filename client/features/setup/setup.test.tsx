import { screen, waitFor, within } from '@testing-library/react';
import { GraphQLError } from 'graphql';
import { setCurrentUser } from '../../browser/currentUser.ts';
import { anAdmin } from '../../testing/fixtures.ts';
import { renderPage } from '../../testing/render.tsx';
import { Setup } from './Setup.tsx';
import { Companies } from '../companies/Companies.tsx';
import { Demo } from '../demo/Demo.tsx';
import { useDemoQuestion } from '../demo/useDemoQuestion.tsx';
import { RestoreReviews } from '../restoreReview/RestoreReviews.tsx';

describe('the steps', () => {
  beforeEach(() => void setCurrentUser(anAdmin()));

  const step = (part: string, state: string, given: object = {}) => ({
    part,
    state,
    fault: null,
    isEssential: part === 'bookmarks',
    settings: [],
    returnAddress: null,
    count: null,
    at: null,
    ...given,
  });
  const outcome = (part: string, given: object) => ({
    part,
    isDone: false,
    hasAskedOutside: true,
    fault: null,
    hint: null,
    found: [],
    count: null,
    at: null,
    ...given,
  });

  test('shows the state of each part; a test shows its result, or the reason and the next step', async () => {
    let asked = 0;
    const { user } = await renderPage(<Setup />, {
      language: 'en',
      resolvers: {
        Query: {
          setup: () => {
            asked += 1;
            return {
              isReady: false,
              steps: [
                step('bookmarks', 'untested', {
                  settings: [{ name: 'RAINDROP_TOKEN', example: 'abc…', isSecret: true }],
                }),
                step('mail', 'missing', { fault: 'notSetUp' }),
                step('model', 'untested'),
                step('backups', 'attention', {
                  fault: 'oldBackup',
                  at: '2026-11-01T10:00:00.000Z',
                }),
                step('signIn', 'missing', {
                  isEssential: true,
                  settings: [{ name: 'GOOGLE_CLIENT_ID', example: 'abc…', isSecret: false }],
                }),
              ],
            };
          },
        },
        Mutation: {
          testSetup: (_: unknown, { part }: { part: string }) => {
            if (part === 'bookmarks')
              return outcome(part, { isDone: true, found: ['Tools', 'Voices'], hint: 'inlineOff' });
            if (part === 'mail') return outcome(part, { fault: 'notSetUp' });
            if (part === 'model') return outcome(part, { fault: 'refused' });
            throw new GraphQLError('Slow down', {
              extensions: { code: 'TOO_MANY', reason: 'setUp' },
            });
          },
        },
      },
    });
    const [bookmarks, mail, model, backups, signIn] = await screen.findAllByRole('listitem');
    expect(screen.getByText('1 required connection isn’t set up: Sign-in')).toBeVisible();
    expect(signIn).toHaveTextContent('Required, not set up');
    expect(within(signIn!).getByRole('button', { name: 'Test: Sign-in' })).toBeDisabled();
    expect(bookmarks).toHaveTextContent(/Your services.*Required.*Set up, not tested yet/);
    expect(bookmarks).not.toHaveTextContent('RAINDROP_TOKEN');
    await user.click(
      within(bookmarks!).getByRole('button', { name: 'Lines for .env: Your services' }),
    );
    expect(bookmarks).toHaveTextContent('RAINDROP_TOKEN=abc…');
    expect(backups).toHaveTextContent('The last backup is more than a week old.');
    const attempt = (row: HTMLElement | undefined) =>
      user.click(within(row!).getByRole('button', { name: /^Test/ }));
    await attempt(bookmarks);
    expect(await within(bookmarks!).findByText('The bookmarks source answers')).toBeVisible();
    expect(bookmarks).toHaveTextContent('Tools, Voices');
    expect(bookmarks).toHaveTextContent(/Send \/setinline to @BotFather/);
    await waitFor(() => expect(asked).toBeGreaterThan(1));
    await attempt(mail);
    expect(await within(mail!).findByText('It isn’t set up yet.')).toBeVisible();
    expect(mail).toHaveTextContent('Check SMTP_URL and MAIL_FROM');
    expect(mail).not.toHaveTextContent('A mail is on its way');
    // A refused key has another message than an unreachable server.
    await attempt(model);
    expect(
      await within(model!).findByText('The server answered but refused the key or settings.'),
    ).toBeVisible();
    expect(model).toHaveTextContent(
      'Check LANGUAGE_MODEL_URL, LANGUAGE_MODEL_NAME and LANGUAGE_MODEL_KEY',
    );
    await attempt(backups);
    expect(
      await within(backups!).findByText('Too many tries in a row. Wait a minute.'),
    ).toBeVisible();
  });
});

describe('companies', () => {
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

  test('merges typed input with concurrent changes of another admin', async () => {
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

  test('adds a company; a refusal names the field and keeps the input', async () => {
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
      {
        name: 'Acme',
        domains: ['gmail.com'],
        approvalTag: null,
        hasBadge: true,
        badgeTone: 'info',
      },
    ]);
    await user.type(domains, '{Backspace}');
    expect(domains).toBeValid();
  });

  test('confirms predefined companies with one press', async () => {
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
    await user.click(await screen.findByRole('button', { name: 'They’re ours' }));
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'They’re ours' })).not.toBeInTheDocument(),
    );
    expect(kept).toEqual([['acme']]);
  });

  test('explains without a confirmation why a company in use cannot be removed', async () => {
    const { user } = await renderPage(<Companies />, {
      resolvers: { Query: { companies: () => [acme] } },
    });
    await user.click(await screen.findByRole('button', { name: 'Удалить: Acme' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.getByRole('alert')).toHaveTextContent(
      'К ней относятся: 3 человека и 2 одобренных сервиса.',
    );
  });
});

describe('the demo', () => {
  beforeEach(() => void setCurrentUser(anAdmin()));
  const touched = (id: string, own: string | null) => ({
    id,
    titleRu: `Сервис ${id}`,
    titleEn: null,
    likes: 2,
    useCases: 1,
    complaints: 0,
    accessRequests: 0,
    hasNotes: true,
    ownItem: own === null ? null : { id: own },
  });
  const removal = {
    items: 158,
    people: 24,
    peopleStaying: 2,
    useCases: 130,
    likes: 900,
    complaints: 12,
    suspendedLikes: 3,
    movedItems: [touched('1', '500')],
    remainingItems: [touched('2', null)],
  };

  let state: Record<string, unknown>;
  let calls: string[];
  const resolvers = {
    Query: {
      demo: () => state,
      // A second query would be answered after the dialog has closed.
      demoRemoval: () => (state['isLoaded'] ? removal : new Promise(() => undefined)),
    },
    Mutation: {
      removeDemo: () => {
        calls.push('remove');
        state = { ...state, isLoaded: false, items: 1, choice: 'leave', isQuestionOpen: false };
        return removal;
      },
      loadDemo: () => {
        calls.push('load');
        state = { ...state, isLoaded: true };
        return state;
      },
      chooseDemo: (_: unknown, { choice }: { choice: string }) => {
        calls.push(choice);
        state = { ...state, choice, isQuestionOpen: false };
        return state;
      },
    },
  };
  beforeEach(() => {
    calls = [];
    state = {
      isLoaded: true,
      items: 158,
      people: 26,
      choice: null,
      isQuestionOpen: true,
      canLoad: true,
    };
  });

  /** Records each call, and if the dialog was still open. */
  const onChanged = () => calls.push(screen.queryByRole('dialog') ? 'changed below it' : 'changed');
  const showPanel = () => renderPage(<Demo onChanged={onChanged} />, { resolvers });

  test('lists what is removed, moved and kept before the removal', async () => {
    const { user } = await showPanel();
    await user.click(await screen.findByRole('button', { name: 'Убрать демокаталог' }));
    const dialog = await screen.findByRole('dialog', { name: 'Убрать демокаталог?' });
    expect(
      await within(dialog).findByText(/^Исчезнет: 158 сервисов, 24 вымышленных человека/),
    ).toBeInTheDocument();
    expect(within(dialog).getByText('Сервис 1')).toBeInTheDocument();
    expect(within(dialog).getByText(/2 вымышленных человека останутся/)).toBeInTheDocument();
    expect(
      within(dialog).getAllByText(
        '2 отметки «Использую», 1 кейс, заметки или правки администратора',
      ),
    ).toHaveLength(2);
    expect(calls).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Убрать демокаталог' }));
    await waitFor(() => expect(calls).toEqual(['remove', 'changed']));
    expect(
      await screen.findByText(/^Демокаталог убран\. 1 его сервис остаётся/),
    ).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Загрузить демокаталог' }));
    await waitFor(() => expect(calls).toEqual(['remove', 'changed', 'load', 'changed']));
  });

  describe('the question before own services come', () => {
    function Asking() {
      const demo = useDemoQuestion();
      return (
        <>
          <button
            type="button"
            onClick={() => void demo.ask().then((may) => calls.push(String(may)))}
          >
            Sync
          </button>
          {demo.dialog}
        </>
      );
    }
    const show = async () => {
      const shown = await renderPage(<Asking />, { resolvers });
      await shown.user.click(screen.getByRole('button', { name: 'Sync' }));
      return shown;
    };

    test('leaves the demo behind by default', async () => {
      const { user } = await show();
      const leave = await screen.findByRole('button', { name: 'Убрать после импорта' });
      await waitFor(() => expect(leave).toHaveFocus());
      await user.keyboard('{Enter}');
      await waitFor(() => expect(calls).toEqual(['leave', 'true']));
      await user.click(screen.getByRole('button', { name: 'Sync' }));
      await waitFor(() => expect(calls).toEqual(['leave', 'true', 'true']));
    });
  });
});

describe('restored access of a backup', () => {
  beforeEach(() => void setCurrentUser(anAdmin()));

  const review = (id: string, given: object) => ({
    id,
    kind: 'token',
    name: `Thing ${id}`,
    owner: null,
    grantsAdmin: false,
    createdAt: null,
    lastUsedAt: null,
    ...given,
  });

  test('an admin rejects one entry and confirms the rest, after which the list disappears', async () => {
    let waiting = [
      review('1', { kind: 'person', name: 'Maria', owner: 'maria@acme.com', grantsAdmin: true }),
      review('2', { name: 'Build bot (lo_abc…)' }),
    ];
    const rejected: string[][] = [];
    const { user } = await renderPage(<RestoreReviews />, {
      language: 'en',
      resolvers: {
        Query: { restoreReviews: () => ({ total: waiting.length, reviews: waiting }) },
        Mutation: {
          rejectRestored: (_: unknown, { ids }: { ids: string[] }) => {
            rejected.push(ids);
            waiting = waiting.filter(({ id }) => !ids.includes(id));
            return { decided: 1 };
          },
          confirmAllRestored: () => {
            waiting = [];
            return { decided: 1 };
          },
        },
      },
    });
    expect(await screen.findByText('2 entries are waiting for confirmation.')).toBeVisible();
    const [maria] = screen.getAllByRole('listitem');
    expect(maria).toHaveTextContent(/Maria.*Person.*Admin rights.*maria@acme\.com/);
    await user.click(screen.getByRole('button', { name: 'Keep off: Build bot (lo_abc…)' }));
    expect(await screen.findByText('1 entry is waiting for confirmation.')).toBeVisible();
    expect(rejected).toEqual([['2']]);
    await user.click(screen.getByRole('button', { name: 'Confirm all' }));
    const dialog = await screen.findByRole('alertdialog');
    await user.click(within(dialog).getByRole('button', { name: 'Confirm all' }));
    await waitFor(() => expect(screen.queryByText('Restored from a backup')).toBeNull());
  });
});
