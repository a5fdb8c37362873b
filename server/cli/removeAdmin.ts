// loadout remove-admin EMAIL: takes the right away, at once, and ends the tokens that the person made.
import type { Command } from 'commander';
import type { CommandContext } from './context.ts';
import { emailArgument } from './emailArgument.ts';

export function registerRemoveAdmin(program: Command, context: CommandContext): void {
  program
    .command('remove-admin')
    .description('Take the right of an admin away, and end the tokens that the person made.')
    .argument('<email>', 'the address of the admin', emailArgument)
    .action(async (email: string) => {
      await context.withServices(async ({ services }) => {
        await services.admins.remove(email);
        context.print(`${email} is no admin any more.`);
      });
    });
}
