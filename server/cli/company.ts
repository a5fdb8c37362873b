// Command `loadout company`: list, add, change and remove companies and their e-mail domains.
import { Option, type Command } from 'commander';
import {
  badgeTones,
  comparableDomain,
  readableDomain,
  type BadgeTone,
  type CompanyRecord,
} from '../modules/people/companies/companies.ts';
import type { CompanyChange } from '../modules/people/companies/companies.service.ts';
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

export function registerCompany(program: Command, context: CommandContext): void {
  const company = program
    .command('company')
    .description('Companies whose people may sign in, and their e-mail domains.');
  registerList(company, context);
  registerAdd(company, context);
  registerChange(company, context);
  registerRemove(company, context);
}

const withEditOptions = (command: Command): Command =>
  command
    .addOption(new Option('--tag <tag>', 'the tag that approves a service for it'))
    .addOption(new Option('--tone <tone>', 'the colour of its badge').choices(badgeTones))
    .option('--managed-only', 'admit only Google accounts that the company manages (hd)')
    .option(
      '--no-managed-only',
      'admit private Google accounts with an address of its domains too',
    );

function printChange({ print }: CommandContext, { company, movedPeople }: CompanyChange): void {
  print(lineOf(company));
  if (movedPeople > 0) print(`People who belong to it now: ${movedPeople}`);
}

function registerList(company: Command, { print, withServices }: CommandContext): void {
  company
    .command('list')
    .description('List the companies by name.')
    .action(() =>
      withServices(async ({ services }) => {
        const all = await services.companies.onCommandLine.list();
        for (const one of all) print(lineOf(one));
        if (all.length === 0)
          print('There are no companies: nobody can sign in by an e-mail address.');
      }),
    );
}

function registerAdd(company: Command, context: CommandContext): void {
  withEditOptions(company.command('add'))
    .description('Add a company. The same again changes nothing.')
    .argument('<name>', 'its name')
    .option('--domain <domain...>', 'e-mail domains of its people')
    .option('--key <key>', 'its short name: small Latin letters and digits')
    .action((name: string, { domain, key, tag, tone, managedOnly }: AddOptions) =>
      context.withServices(async ({ services }) => {
        const change = await services.companies.onCommandLine.add({
          name,
          key: key ?? null,
          approvalTag: tag ?? null,
          domains: domain ?? [],
          managedAccountsOnly: managedOnly ?? null,
          ...(tone && { badgeTone: tone }),
        });
        printChange(context, change);
      }),
    );
}

function registerChange(company: Command, context: CommandContext): void {
  withEditOptions(company.command('change'))
    .description('Change a company; what is not named stays.')
    .argument('<key>', 'its key, as the list shows it')
    .option('--name <name>', 'its new name')
    .option('--add-domain <domain...>', 'further e-mail domains of its people')
    .option('--remove-domain <domain...>', 'e-mail domains whose people lose access')
    .action((key: string, options: ChangeOptions) =>
      context.withServices(async ({ services }) => {
        const { name, tag, tone, managedOnly, addDomain, removeDomain } = options;
        const companies = services.companies.onCommandLine;
        const former = (await companies.list()).find((one) => one.key === key);
        const removed = removeDomain?.map(comparableDomain);
        const absent = removed?.find((domain) => !former?.domains.includes(domain));
        if (former && absent)
          throw new DomainError('NOT_FOUND', `${former.name} has no ${readableDomain(absent)}`);
        const remaining = former?.domains.filter((domain) => !removed?.includes(domain)) ?? [];
        const change = await companies.change(key, {
          name: name ?? null,
          approvalTag: tag ?? null,
          badgeTone: tone ?? null,
          managedAccountsOnly: managedOnly ?? null,
          domains: addDomain || removeDomain ? [...remaining, ...(addDomain ?? [])] : null,
        });
        printChange(context, change);
      }),
    );
}

function registerRemove(company: Command, { print, withServices }: CommandContext): void {
  company
    .command('remove')
    .description('Remove a company that has no people and approves no service.')
    .argument('<key>', 'its key, as the list shows it')
    .action((key: string) =>
      withServices(async ({ services }) => {
        await services.companies.onCommandLine.remove(key);
        print(`${key} is removed with its domains.`);
      }),
    );
}
