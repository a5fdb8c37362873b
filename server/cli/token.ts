// loadout token create|list|revoke: tokens with which other internal tools call Loadout.
import { limits } from '../config/limits.ts';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { TokenScope } from '../modules/people/accounts/accounts.ts';
import type { ApiToken } from '../modules/people/tokens/apiTokens.ts';
import type { CommandContext } from './context.ts';
import { emailArgument } from './emailArgument.ts';

interface CreateOptions {
  scope: TokenScope;
  days: number;
  owner?: string;
  tool?: string;
}

function daysArgument(text: string): number {
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (days >= 1 && days <= limits.apiToken.maxDays) return days;
  throw new InvalidArgumentError(
    `It must be a number of days from 1 to ${limits.apiToken.maxDays}.`,
  );
}

function idArgument(text: string): string {
  if (/^[1-9]\d{0,9}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be the id of a token, as the list shows it.');
}

const dayOf = (moment: Date | null): string => moment?.toISOString().slice(0, 10) ?? 'never';

function stateOf(token: ApiToken, now: Date): string {
  if (token.revokedAt) return `revoked ${dayOf(token.revokedAt)}`;
  return `${token.expiresAt > now ? 'until' : 'expired'} ${dayOf(token.expiresAt)}`;
}

const lineOf = (token: ApiToken, now: Date): string =>
  [
    token.id,
    `${token.prefix}…`,
    token.scope,
    stateOf(token, now),
    `used ${dayOf(token.lastUsedAt)}`,
    token.name,
    ...(token.isService ? ['(tool)'] : []),
  ].join('  ');

export function registerToken(program: Command, context: CommandContext): void {
  const { print } = context;
  const token = program
    .command('token')
    .description('Tokens with which other internal tools call Loadout.');

  token
    .command('create')
    .description('Make a token. It is printed once and stored hashed.')
    .argument('<name>', 'what it is for')
    .addOption(
      new Option('--scope <scope>', 'what it may do')
        .choices(['read', 'write', 'admin'])
        .default('read'),
    )
    .option('--days <days>', 'how long it works', daysArgument, 90)
    .option(
      '--owner <email>',
      'the admin for whom it acts, or who answers for the tool; needed when there are several',
      emailArgument,
    )
    .option('--tool <company>', 'let it act for a tool of its own, of the company with this key')
    .action(async (name: string, { scope, days, owner, tool }: CreateOptions) => {
      await context.withServices(async ({ services }) => {
        const admin = await services.admins.owner(owner ?? null);
        const asked = { name, scope, expiresInDays: days };
        const made = await (tool === undefined
          ? services.apiTokens.createFor(admin, asked)
          : services.apiTokens.createServiceFor(admin, { ...asked, company: tool }));
        print(made.token);
      });
    });

  token
    .command('list')
    .description('List the tokens: those that work, then those that have ended, each newest first.')
    .action(async () => {
      await context.withServices(async ({ services }) => {
        const all = await services.apiTokens.listAll();
        for (const one of all) print(lineOf(one, new Date()));
        if (all.length === 0) print('There are no tokens.');
      });
    });

  token
    .command('revoke')
    .description('End a token at once.')
    .argument('<id>', 'its id, as the list shows it', idArgument)
    .action(async (id: string) => {
      await context.withServices(async ({ services }) => {
        const ended = await services.apiTokens.revokeById(id);
        print(`Token ${ended.id} (${ended.name}) does not work any more.`);
      });
    });
}
