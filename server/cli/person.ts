// Command `loadout person`: list, disable, enable, sessions, sign-out, disconnect-telegram, delete.
import { Option, type Command } from 'commander';
import type { Account } from '../modules/people/accounts/people.store.ts';
import { type Session, describeBrowser } from '../modules/people/sessions/sessions.store.ts';
import {
  accountStatuses,
  type AccountStatus,
} from '../modules/people/accounts/accountStatus.store.ts';
import { limits } from '../config/limits.ts';
import type { Services } from '../composition.ts';
import { CommandFailure, type CommandContext } from './context.ts';
import { emailArgument, formatDay, idArgument, isId } from './arguments.ts';

/** An e-mail address or an account id. */
const personArgument = (text: string): string =>
  isId(text.trim()) ? text.trim() : emailArgument(text);

const minuteOf = (moment: Date): string =>
  `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const accountLine = ({ user, status, disabled, lastSeenAt }: Account): string =>
  [
    user.id,
    user.email ?? (user.telegramUsername ? `@${user.telegramUsername}` : 'no address'),
    user.companyKey ?? 'no company',
    ...(user.isAdmin ? ['admin'] : []),
    ...(user.isDemo ? ['demo'] : []),
    disabled ? `disabled ${formatDay(disabled.at)}: ${disabled.reason}` : status,
    `seen ${formatDay(lastSeenAt)}`,
    user.name,
  ].join('  ');

function sessionLine(session: Session): string {
  const { browser, system } = describeBrowser(session.userAgent);
  const device = [browser, system].filter(Boolean).join(', ') || 'unknown browser';
  return `${session.id}  ${device}  since ${minuteOf(session.startedAt)}  used ${minuteOf(session.lastUsedAt)}`;
}

const personHelp = 'an e-mail address, or an id as the list shows it';

/** Asks at a terminal; elsewhere `--yes` is needed. */
async function confirmDeletion({ ask }: CommandContext, given: string, yes: boolean) {
  if (yes) return;
  const what = `the account of ${given} with what they wrote, liked and asked for; it cannot be taken back`;
  if (ask === null) throw new CommandFailure(`--yes deletes ${what}.`);
  const answer = await ask(`Delete ${what}? [NO/yes] `);
  if (answer.trim().toLowerCase() !== 'yes') throw new CommandFailure('Nothing was deleted.');
}

/** Adds a command with a person as its argument. */
type AddPersonCommand = (
  name: string,
  description: string,
  work: (services: Services, id: number, given: string, options: PersonOptions) => Promise<void>,
) => Command;

interface PersonOptions {
  reason?: string;
  session?: string;
  yes?: boolean;
}

export function registerPerson(program: Command, context: CommandContext): void {
  const person = program
    .command('person')
    .description('Accounts: list, disable and delete people, and end their sessions.');
  const add: AddPersonCommand = (name, description, work) =>
    person
      .command(name)
      .description(description)
      .argument('<person>', personHelp, personArgument)
      .action((given: string, options: PersonOptions) =>
        context.withServices(async ({ services }) =>
          work(services, await services.people.onCommandLine.idOf(given), given, options),
        ),
      );
  registerList(person, context);
  registerDisabling(add, context);
  registerSessions(add, context);
  registerDeletion(add, context);
}

function registerList(person: Command, { print, withServices }: CommandContext): void {
  person
    .command('list')
    .description('List people by name.')
    .argument('[search]', 'part of a name, an e-mail address or a Telegram name', '')
    .addOption(
      new Option(
        '--status <status>',
        'only active, disabled, unconfirmed or outside accounts',
      ).choices(accountStatuses),
    )
    .action((search: string, { status = null }: { status?: AccountStatus | null }) =>
      withServices(async ({ services }) => {
        const perPage = limits.page.perPageMax;
        for (let page = 0; ; page += 1) {
          const filter = { search, status, page, perPage };
          const { accounts, total } = await services.people.onCommandLine.list(filter);
          for (const one of accounts) print(accountLine(one));
          if (total === 0) print('No people found.');
          if ((page + 1) * perPage >= total) break;
        }
      }),
    );
}

function registerDisabling(add: AddPersonCommand, { print }: CommandContext): void {
  add(
    'disable',
    'Disable an account at once and end its sessions and tokens. Use cases and likes stay.',
    async ({ people }, id, given, { reason = '' }) => {
      await people.onCommandLine.disable(id, reason);
      print(`${given} is disabled. To undo it: loadout person enable ${given}`);
    },
  ).option('--reason <text>', 'reason for the audit log', 'On the command line');

  add(
    'enable',
    'Enable a disabled account. Revoked tokens stay revoked.',
    async ({ people }, id, given) => {
      const { status } = await people.onCommandLine.enable(id);
      print(
        status === 'active'
          ? `${given} may sign in again.`
          : `${given} is not disabled, but neither a company's domain nor TELEGRAM_ALLOWED_IDS lets them in.`,
      );
    },
  );
}

function registerSessions(add: AddPersonCommand, { print }: CommandContext): void {
  add('sessions', 'List the sessions of a person.', async ({ people }, id, given) => {
    const sessions = await people.onCommandLine.sessions(id);
    for (const one of sessions) print(sessionLine(one));
    if (sessions.length === 0) print(`${given} has no session.`);
  });

  add(
    'sign-out',
    'End all sessions of a person, or one of them.',
    async ({ people }, id, given, { session }) => {
      if (session === undefined) {
        const ended = await people.onCommandLine.endSessions(id);
        print(`${given} is signed out; ${ended} sessions have ended.`);
        return;
      }
      await people.onCommandLine.endSession(id, session);
      print(`Session ${session} of ${given} has ended.`);
    },
  ).option('--session <id>', 'id of one session, as the list shows it', idArgument('a session'));
}

function registerDeletion(add: AddPersonCommand, context: CommandContext): void {
  const { print } = context;
  add(
    'disconnect-telegram',
    'Disconnect a person’s Telegram and end their sessions.',
    async ({ personDeletion }, id, given) => {
      const wasConnected = await personDeletion.disconnectTelegram(id);
      print(
        wasConnected ? `The Telegram of ${given} is disconnected.` : `${given} had no Telegram.`,
      );
    },
  );

  add(
    'delete',
    'Delete an account for good. Decided requests, closed reports and the audit log stay without the name. To block a person, disable the account instead.',
    async ({ personDeletion }, id, given, { yes = false }) => {
      await confirmDeletion(context, given, yes);
      if (!(await personDeletion.remove(id)))
        throw new CommandFailure('There is no such account any more.');
      print(`The account of ${given} is deleted. A later sign-in opens a new account.`);
    },
  ).option('--yes', 'delete without asking');
}
