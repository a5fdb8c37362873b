// loadout company list|add|change|remove: whose people may sign in, and by which domains.
import { Option, type Command } from 'commander';
import {
  badgeTones,
  comparableDomain,
  readableDomain,
  type BadgeTone,
  type CompanyRecord,
} from '../modules/people/companies/companies.ts';
import { DomainError } from '../shared/domainError.ts';
import type { CommandContext } from './context.ts';

interface Facts {
  name?: string;
  tag?: string;
  tone?: BadgeTone;
  managedOnly?: boolean;
}
interface AddOptions extends Facts {
  key?: string;
  domain?: string[];
}
interface ChangeOptions extends Facts {
  addDomain?: string[];
  removeDomain?: string[];
}

const lineOf = (company: CompanyRecord): string =>
  [
    company.key,
    company.name,
    company.unicodeDomains.join(', ') || 'no domain',
    company.approvalTag,
    ...(company.managedAccountsOnly ? ['managed accounts only'] : []),
    `people ${company.people}`,
    `services ${company.services}`,
    ...(company.isPredefined ? ['came with Loadout'] : []),
  ].join('  ');

const tagOption = () => new Option('--tag <tag>', 'the tag that approves a service for it');
const toneOption = () => new Option('--tone <tone>', 'the colour of its badge').choices(badgeTones);

export function registerCompany(program: Command, context: CommandContext): void {
  const { print } = context;
  const company = program
    .command('company')
    .description('The companies whose people may sign in, and their e-mail domains.');

  company
    .command('list')
    .description('List the companies, by name.')
    .action(() =>
      context.withServices(async ({ services }) => {
        const all = await services.companies.onCommandLine.list();
        for (const one of all) print(lineOf(one));
        if (all.length === 0) print('There are no companies: nobody can sign in by an address.');
      }),
    );

  company
    .command('add')
    .description('Add a company. The same again changes nothing.')
    .argument('<name>', 'what it is called')
    .option('--domain <domain...>', 'what stands behind the @ of its addresses')
    .option('--key <key>', 'its short name, of small Latin letters and digits')
    .addOption(tagOption())
    .addOption(toneOption())
    .option('--managed-only', 'admit only Google accounts that the company manages (hd)')
    .option('--no-managed-only', 'admit private Google accounts with an address of its domains too')
    .action((name: string, { domain, key, tag, tone, managedOnly }: AddOptions) =>
      context.withServices(async ({ services }) => {
        const { company: made, movedPeople } = await services.companies.onCommandLine.add({
          name,
          key: key ?? null,
          approvalTag: tag ?? null,
          domains: domain ?? [],
          managedAccountsOnly: managedOnly ?? null,
          ...(tone && { badgeTone: tone }),
        });
        print(lineOf(made));
        if (movedPeople > 0) print(`People who are of it from now on: ${movedPeople}`);
      }),
    );

  company
    .command('change')
    .description('Change a company; what is not named stays.')
    .argument('<key>', 'its key, as the list shows it')
    .option('--name <name>', 'what it is called from now on')
    .option('--add-domain <domain...>', 'its people may sign in')
    .option('--remove-domain <domain...>', 'its people may not be here any more')
    .addOption(tagOption())
    .addOption(toneOption())
    .option('--managed-only', 'admit only Google accounts that the company manages (hd)')
    .option('--no-managed-only', 'admit private Google accounts with an address of its domains too')
    .action(
      (key: string, { name, tag, tone, managedOnly, addDomain, removeDomain }: ChangeOptions) =>
        context.withServices(async ({ services }) => {
          const { list, change } = services.companies.onCommandLine;
          const former = (await list()).find((one) => one.key === key);
          const going = removeDomain?.map(comparableDomain);
          const absent = going?.find((domain) => !former?.domains.includes(domain));
          if (former && absent)
            throw new DomainError('NOT_FOUND', `${former.name} has no ${readableDomain(absent)}`);
          const kept = former?.domains.filter((domain) => !going?.includes(domain)) ?? [];
          const { company: changed, movedPeople } = await change(key, {
            name: name ?? null,
            approvalTag: tag ?? null,
            badgeTone: tone ?? null,
            managedAccountsOnly: managedOnly ?? null,
            domains: addDomain || removeDomain ? [...kept, ...(addDomain ?? [])] : null,
          });
          print(lineOf(changed));
          if (movedPeople > 0) print(`People who are of it from now on: ${movedPeople}`);
        }),
    );

  company
    .command('remove')
    .description('Remove a company that has no people and approves no service.')
    .argument('<key>', 'its key, as the list shows it')
    .action((key: string) =>
      context.withServices(async ({ services }) => {
        await services.companies.onCommandLine.remove(key);
        print(`${key} is removed, and its domains with it.`);
      }),
    );
}
