// Command `loadout token`: create, list and revoke API tokens.
import { limits } from '../config/limits.ts';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { TokenScope } from '../modules/people/accounts/accounts.ts';
import type { ApiToken } from '../modules/people/tokens/apiTokens.store.ts';
import type { CommandContext } from './context.ts';
import { emailArgument, formatDay, idArgument } from './arguments.ts';

interface CreateOptions {
  scope: TokenScope;
  days: number;
  owner?: string;
  tool?: string;
}

function daysArgument(text: string): number {
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (days >= 1 && days <= limits.apiToken.maxDays) return days;
  throw new InvalidArgumentError(`Enter a number of days from 1 to ${limits.apiToken.maxDays}.`);
}

function stateOf(token: ApiToken, now: Date): string {
  if (token.revokedAt) return `revoked ${formatDay(token.revokedAt)}`;
  return `${token.expiresAt > now ? 'until' : 'expired'} ${formatDay(token.expiresAt)}`;
}

const lineOf = (token: ApiToken, now: Date): string =>
  [
    token.id,
    `${token.prefix}…`,
    token.scope,
    stateOf(token, now),
    `used ${formatDay(token.lastUsedAt)}`,
    token.name,
    ...(token.isService ? ['(tool)'] : []),
  ].join('  ');

export function registerToken(program: Command, context: CommandContext): void {
  const { print } = context;
  const token = program
    .command('token')
    .description('API tokens of people and of other internal tools.');

  token
    .command('create')
    .description('Create a token. It is printed once and stored as a hash.')
    .argument('<name>', 'what it is for')
    .addOption(
      new Option('--scope <scope>', 'what it may do')
        .choices(['read', 'write', 'admin'])
        .default('read'),
    )
    .option('--days <days>', 'how long it works', daysArgument, 90)
    .option(
      '--owner <email>',
      'the admin for whom it acts, or who is responsible for the tool; needed when there are several',
      emailArgument,
    )
    .option('--tool <company>', 'create a service token for a tool of the company with this key')
    .action(async (name: string, { scope, days, owner, tool }: CreateOptions) => {
      await context.withServices(async ({ services }) => {
        const admin = await services.admins.owner(owner ?? null);
        const asked = { name, scope, expiresInDays: days };
        const created = await (tool === undefined
          ? services.apiTokens.createFor(admin, asked)
          : services.apiTokens.createServiceFor(admin, { ...asked, company: tool }));
        print(created.token);
      });
    });

  token
    .command('list')
    .description('List the tokens: valid ones, then ended ones, newest first.')
    .action(async () => {
      await context.withServices(async ({ services }) => {
        const all = await services.apiTokens.listAll();
        for (const one of all) print(lineOf(one, new Date()));
        if (all.length === 0) print('There are no tokens.');
      });
    });

  token
    .command('revoke')
    .description('Revoke a token at once.')
    .argument('<id>', 'its id, as the list shows it', idArgument('a token'))
    .action(async (id: string) => {
      await context.withServices(async ({ services }) => {
        const revoked = await services.apiTokens.revokeById(id);
        print(`Token ${revoked.id} (${revoked.name}) is revoked.`);
      });
    });
}
