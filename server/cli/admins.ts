// Commands `loadout create-admin` and `loadout remove-admin`.
import type { Command } from 'commander';
import { emailArgument } from './arguments.ts';
import type { CommandContext } from './context.ts';

export function registerAdmins(program: Command, context: CommandContext): void {
  const { print } = context;
  program
    .command('create-admin')
    .description('Make the owner of an e-mail address an admin, now or at the first sign-in.')
    .argument('<email>', 'the address that the person signs in with', emailArgument)
    .action((email: string) =>
      context.withServices(async ({ services }) => {
        const { outcome, mayOpenAccount } = await services.admins.grant(email);
        if (outcome === 'granted') print(`${email} is an admin now.`);
        if (outcome === 'unchanged') print(`${email} is an admin already.`);
        if (outcome !== 'invited') return;
        print(`${email} will be an admin at the first sign-in that proves this address.`);
        if (mayOpenAccount) return;
        const domain = email.split('@').at(-1)?.toLowerCase();
        print('Note: no company has its domain yet, so its owner cannot sign in. Add it with:');
        print(`  npm run loadout -- company change COMPANY --add-domain ${domain}`);
        print('where COMPANY is a key of: npm run loadout -- company list');
      }),
    );

  program
    .command('remove-admin')
    .description('Remove the rights of an admin and revoke their tokens.')
    .argument('<email>', 'the address of the admin', emailArgument)
    .action((email: string) =>
      context.withServices(async ({ services }) => {
        await services.admins.remove(email);
        print(`${email} is not an admin any more.`);
      }),
    );
}
