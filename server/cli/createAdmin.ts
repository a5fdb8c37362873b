// loadout create-admin EMAIL: makes somebody an admin, now or at their first sign-in.
import type { Command } from 'commander';
import type { CommandContext } from './context.ts';
import { emailArgument } from './emailArgument.ts';

export function registerCreateAdmin(program: Command, context: CommandContext): void {
  const { print } = context;
  program
    .command('create-admin')
    .description('Make the owner of an e-mail address an admin.')
    .argument('<email>', 'the address that the person signs in with', emailArgument)
    .action(async (email: string) => {
      await context.withServices(async ({ services }) => {
        const { outcome, mayOpenAccount } = await services.admins.grant(email);
        if (outcome === 'granted') print(`${email} is an admin now.`);
        if (outcome === 'unchanged') print(`${email} is an admin already.`);
        if (outcome !== 'invited') return;
        print(`${email} will be an admin at the first sign-in that proves this address.`);
        if (!mayOpenAccount) {
          print(
            'Note: its domain belongs to no company yet, so its owner cannot sign in. Add it with:',
          );
          const domain = email.split('@').at(-1)?.toLowerCase();
          print(`  npm run loadout -- company change COMPANY --add-domain ${domain}`);
          print('where COMPANY is a key of: npm run loadout -- company list');
        }
      });
    });
}
