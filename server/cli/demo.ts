// Command `loadout demo`: loads and removes the demo catalogue; and its question before an import or a sync.
import { Option, type Command } from 'commander';
import type { DemoRemoval, TouchedDemoItem } from '../modules/demo/demo.ts';
import type { Services } from '../composition.ts';
import type { CommandContext } from './context.ts';
import type { DemoChoice } from '../modules/sync/syncStatus.ts';

const choices = ['leave', 'keep'] satisfies DemoChoice[];

/** `--demo leave|keep` of the commands that import own bookmarks. */
export const demoOption = (): Option =>
  new Option(
    '--demo <what>',
    'what becomes of the demo catalogue when own services come: it is left behind (as when nobody answers), or kept beside them',
  ).choices(choices);

const isChoice = (text: string): text is DemoChoice => choices.some((choice) => choice === text);

const parts = (one: TouchedDemoItem): string =>
  [
    one.likes > 0 && `likes ${one.likes}`,
    one.useCases > 0 && `use cases ${one.useCases}`,
    one.complaints > 0 && `reports ${one.complaints}`,
    one.accessRequests > 0 && `requests ${one.accessRequests}`,
    one.hasNotes && 'notes',
  ]
    .filter(Boolean)
    .join(', ');

const titleOf = ({ titleEn, titleRu }: Pick<TouchedDemoItem, 'titleEn' | 'titleRu'>): string =>
  titleEn ?? titleRu ?? '';

/** Summary of a removal, line by line. */
function linesOf(removal: DemoRemoval): string[] {
  const { items, people, peopleStaying, useCases, likes, complaints, suspendedLikes } = removal;
  return [
    `goes   ${items} demo services, ${people} demo people, their ${useCases} use cases, ${likes} likes and ${complaints} reports`,
    ...(peopleStaying > 0
      ? [`stays  ${peopleStaying} demo people whom the developer sign-in offers`]
      : []),
    ...(suspendedLikes > 0
      ? [
          `aside  ${suspendedLikes} likes of real people on demo use cases; they come back with the demo`,
        ]
      : []),
    ...removal.movedItems.map(
      (one) => `moves  ${titleOf(one)} <${one.url}> → ${one.ownItem?.id ?? ''}: ${parts(one)}`,
    ),
    ...removal.remainingItems.map((one) => `stays  ${titleOf(one)} <${one.url}>: ${parts(one)}`),
  ];
}

/**
 * Choice about the demo before own bookmarks are imported; null when it was made already. Asked at a terminal; elsewhere the demo is
 * left behind. A successful run stores the choice.
 */
export async function askAboutDemo(
  { demo }: Services,
  { ask, print }: CommandContext,
  given: DemoChoice | undefined,
): Promise<DemoChoice | null> {
  if (given) return given;
  const { isLoaded, choice, items } = await demo.state(null);
  if (!isLoaded || choice !== null) return null;
  if (ask === null) {
    print(
      'The demo catalogue is left behind when own services come. To keep it beside them: --demo keep; to have it back: loadout demo load',
    );
    return 'leave';
  }
  for (;;) {
    const answer = await ask(
      `The demo catalogue is here (${items} services). Leave it behind when your own services come, or keep it beside them? [LEAVE/keep] `,
    );
    const wanted = answer.trim().toLowerCase() || 'leave';
    if (isChoice(wanted)) return wanted;
  }
}

/** Line of a dry run about the demo; null where the run would keep it or ask. */
export async function demoLeftBehind(
  { demo }: Services,
  { ask }: CommandContext,
  given: DemoChoice | undefined,
): Promise<string | null> {
  const { isLoaded, choice, items } = await demo.state(null);
  const answer = given ?? choice ?? (ask === null ? 'leave' : null);
  return isLoaded && answer === 'leave'
    ? `The demo catalogue (${items} services) would be left behind as a whole, if own services are there then. See: loadout demo remove --dry-run`
    : null;
}

export function registerDemo(program: Command, context: CommandContext): void {
  const { print } = context;
  const demo = program
    .command('demo')
    .description('The demo catalogue: what a first start without bookmarks shows.');

  demo
    .command('remove')
    .description(
      'Take the demo away. What real people did moves to the own service of the same address, or keeps the demo service.',
    )
    .option('--dry-run', 'only say what would happen')
    .action(({ dryRun }: { dryRun?: true }) =>
      context.withServices(async ({ services }) => {
        const removal = dryRun
          ? await services.demo.preview(null)
          : await services.demo.remove(null);
        for (const line of linesOf(removal)) print(line);
        if (dryRun) print('Nothing was written.');
      }),
    );

  demo
    .command('load')
    .description(
      'Let the demo come, beside own services; a service whose address is there is left out. Its people come too, nobody of them as an admin.',
    )
    .action(() =>
      context.withServices(async ({ services }) => {
        const { items, people } = await services.demo.load(null);
        print(`The demo is loaded: ${items} services, ${people} people`);
      }),
    );
}
