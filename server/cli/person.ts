// loadout person list|disable|enable|sessions|sign-out|disconnect-telegram|delete: who is here, who is kept out, who goes.
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Account } from '../modules/people/accounts/people.ts';
import type { Session } from '../modules/people/sessions/sessions.ts';
import { accountStatuses, type AccountStatus } from '../modules/people/accounts/accountStatus.ts';
import { describeBrowser } from '../modules/people/sessions/userAgent.ts';
import { limits } from '../config/limits.ts';
import { CommandFailure, type CommandContext } from './context.ts';
import { emailArgument } from './emailArgument.ts';

const idForm = /^[1-9]\d{0,9}$/;

/** An address, or an id as the list shows it. */
const personArgument = (text: string): string =>
  idForm.test(text.trim()) ? text.trim() : emailArgument(text);

function idArgument(text: string): string {
  if (idForm.test(text)) return text;
  throw new InvalidArgumentError('It must be the id of a session, as the list shows it.');
}

const dayOf = (moment: Date | null): string => moment?.toISOString().slice(0, 10) ?? 'never';
const minuteOf = (moment: Date): string =>
  `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const accountLine = ({ user, status, disabled, lastSeenAt }: Account): string =>
  [
    user.id,
    user.email ?? (user.telegramUsername ? `@${user.telegramUsername}` : 'no address'),
    user.companyKey ?? 'no company',
    ...(user.isAdmin ? ['admin'] : []),
    ...(user.isDemo ? ['demo'] : []),
    disabled ? `disabled ${dayOf(disabled.at)}: ${disabled.reason}` : status,
    `seen ${dayOf(lastSeenAt)}`,
    user.name,
  ].join('  ');

function sessionLine(session: Session): string {
  const { browser, system } = describeBrowser(session.userAgent);
  const device = [browser, system].filter(Boolean).join(', ') || 'unknown browser';
  return `${session.id}  ${device}  since ${minuteOf(session.startedAt)}  used ${minuteOf(session.lastUsedAt)}`;
}

const who = 'an e-mail address, or an id as the list shows it';

/** Whoever sits at a terminal is asked; elsewhere it must have been said. */
async function confirmDeletion({ ask }: CommandContext, given: string, yes: boolean) {
  if (yes) return;
  const what = `the account of ${given} with what they wrote, liked and asked for; it cannot be taken back`;
  if (ask === null) throw new CommandFailure(`--yes deletes ${what}.`);
  const answer = await ask(`Delete ${what}? [NO/yes] `);
  if (answer.trim().toLowerCase() !== 'yes') throw new CommandFailure('Nothing was deleted.');
}

export function registerPerson(program: Command, context: CommandContext): void {
  const { print } = context;
  const person = program
    .command('person')
    .description('People: who is here, who is kept out, where they are signed in, who goes.');

  person
    .command('list')
    .description('List people by name.')
    .argument('[search]', 'part of a name, an e-mail address or a Telegram name', '')
    .addOption(
      new Option(
        '--status <status>',
        'only those who may be here, are disabled, or have left',
      ).choices(accountStatuses),
    )
    .action(async (search: string, { status = null }: { status?: AccountStatus | null }) => {
      await context.withServices(async ({ services }) => {
        const perPage = limits.page.perPageMax;
        for (let page = 0; ; page += 1) {
          const found = await services.people.onCommandLine.list({
            search,
            status,
            page,
            perPage,
          });
          for (const one of found.accounts) print(accountLine(one));
          if (found.total === 0) print('There is nobody.');
          if ((page + 1) * perPage >= found.total) break;
        }
      });
    });

  person
    .command('disable')
    .description(
      'Keep somebody out at once: ends their sessions and tokens. What they wrote stays.',
    )
    .argument('<person>', who, personArgument)
    .option('--reason <text>', 'why, for the record', 'On the command line')
    .action(async (given: string, { reason }: { reason: string }) => {
      await context.withServices(async ({ services }) => {
        const people = services.people.onCommandLine;
        await people.disable(await people.idOf(given), reason);
        print(`${given} is kept out. Take it back with: person enable ${given}`);
      });
    });

  person
    .command('enable')
    .description('Let somebody in again. Tokens that ended stay so.')
    .argument('<person>', who, personArgument)
    .action(async (given: string) => {
      await context.withServices(async ({ services }) => {
        const people = services.people.onCommandLine;
        const { status } = await people.enable(await people.idOf(given));
        print(
          status === 'active'
            ? `${given} may sign in again.`
            : `${given} is not disabled, but neither a company's domain nor TELEGRAM_ALLOWED_IDS lets them in.`,
        );
      });
    });

  person
    .command('sessions')
    .description('List the browsers in which somebody is signed in.')
    .argument('<person>', who, personArgument)
    .action(async (given: string) => {
      await context.withServices(async ({ services }) => {
        const people = services.people.onCommandLine;
        const sessions = await people.sessions(await people.idOf(given));
        for (const one of sessions) print(sessionLine(one));
        if (sessions.length === 0) print(`${given} is signed in nowhere.`);
      });
    });

  person
    .command('sign-out')
    .description('Sign somebody out everywhere, or in one browser.')
    .argument('<person>', who, personArgument)
    .option('--session <id>', 'only this one, as the list of sessions shows it', idArgument)
    .action(async (given: string, { session }: { session?: string }) => {
      await context.withServices(async ({ services }) => {
        const people = services.people.onCommandLine;
        const id = await people.idOf(given);
        if (session === undefined) {
          print(`${given} is signed out; ${await people.endSessions(id)} sessions have ended.`);
          return;
        }
        await people.endSession(id, session);
        print(`Session ${session} of ${given} has ended.`);
      });
    });

  person
    .command('disconnect-telegram')
    .description('Take somebody’s Telegram off the account, and sign them out everywhere.')
    .argument('<person>', who, personArgument)
    .action(async (given: string) => {
      await context.withServices(async ({ services }) => {
        const id = await services.people.onCommandLine.idOf(given);
        const was = await services.personDeletion.disconnectTelegram(id);
        print(was ? `${given} has no Telegram any more.` : `${given} had no Telegram.`);
      });
    });

  person
    .command('delete')
    .description(
      'Delete an account for good. Decided requests, closed reports and the record stay without the name; to keep somebody out, disable them.',
    )
    .argument('<person>', who, personArgument)
    .option('--yes', 'delete without asking')
    .action(async (given: string, { yes = false }: { yes?: boolean }) => {
      await context.withServices(async ({ services }) => {
        const id = await services.people.onCommandLine.idOf(given);
        await confirmDeletion(context, given, yes);
        if (!(await services.personDeletion.remove(id)))
          throw new CommandFailure('There is no such account any more.');
        print(`The account of ${given} is deleted. Who signs in with it again is somebody new.`);
      });
    });
}
