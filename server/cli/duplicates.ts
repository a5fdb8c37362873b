// Command `loadout duplicates`: list and merge duplicate items.
import { InvalidArgumentError, type Command } from 'commander';
import type { DuplicateGroup } from '../modules/curation/duplicates/duplicateMerges.ts';
import { limits } from '../config/limits.ts';
import type { Services } from '../composition.ts';
import { readId } from '../shared/ids.ts';
import type { Viewer } from '../modules/people/accounts/accounts.ts';
import { actingAdmin, ownerOption } from './arguments.ts';
import type { CommandContext } from './context.ts';

function idArgument(text: string): number {
  const id = readId(text);
  if (id !== null) return id;
  throw new InvalidArgumentError('Enter the id of a service, as the list shows it.');
}

async function linesOf(
  services: Services,
  viewer: Viewer,
  { matchedBy, isIdentical, itemIds }: DuplicateGroup,
): Promise<string[]> {
  const items = await Promise.all(itemIds.map((id) => services.knowledge.item(viewer, id)));
  return [
    `the same ${matchedBy}${isIdentical ? ', no difference' : ''}:`,
    ...items.map(
      ({ id, titleEn, titleRu, sourceUrl }) =>
        `  ${id}  ${titleEn ?? titleRu ?? ''} <${sourceUrl}>`,
    ),
  ];
}

export function registerDuplicates(program: Command, context: CommandContext): void {
  const { print } = context;
  const duplicates = program
    .command('duplicates')
    .description('Services that are there twice: the same address or the same name.');

  const asAdmin = (
    owner: string | undefined,
    work: (services: Services, viewer: Viewer) => Promise<void>,
  ) =>
    context.withServices(async ({ services }) =>
      work(services, await actingAdmin(services, owner)),
    );

  duplicates
    .command('list')
    .description('List them with their ids; what differs in nothing comes first.')
    .addOption(ownerOption())
    .action(({ owner }: { owner?: string }) =>
      asAdmin(owner, async (services, viewer) => {
        const { groups, total } = await services.merges.duplicatesFor(viewer)(
          limits.lists.duplicates,
        );
        for (const group of groups)
          for (const line of await linesOf(services, viewer, group)) print(line);
        if (total > groups.length) print(`and ${total - groups.length} more`);
        if (total === 0) print('There are no duplicates.');
      }),
    );

  duplicates
    .command('merge')
    .description(
      'Merge one service into another: likes, cases, reports, requests and notes move, the old id leads to the kept one. The page takes it back for 30 days.',
    )
    .argument('<kept>', 'the id of the one that stays', idArgument)
    .argument('<merged>', 'the id of the one that goes', idArgument)
    .addOption(ownerOption())
    .action((kept: number, merged: number, { owner }: { owner?: string }) =>
      asAdmin(owner, async (services, viewer) => {
        const { mergeId } = await services.merges.merge(viewer, [kept, merged], {
          take: [],
          tags: 'both',
          bookmark: 'keep',
        });
        const { mergedTitle } = await services.merges.one(viewer, mergeId);
        print(`${mergedTitle} (${merged}) is merged into ${kept}.`);
      }),
    );

  duplicates
    .command('merge-identical')
    .description('Merge all that have the same address and differ in nothing.')
    .addOption(ownerOption())
    .action(({ owner }: { owner?: string }) =>
      asAdmin(owner, async (services, viewer) => {
        const { merged, remaining: left } = await services.merges.mergeIdentical(viewer);
        print(`Merged: ${merged}${left > 0 ? `; groups left for another call: ${left}` : ''}`);
      }),
    );
}
