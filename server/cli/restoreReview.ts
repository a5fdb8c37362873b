// Command `loadout restore-review`: review of the access that a restored backup would grant again.
import type { Command } from 'commander';
import {
  restoreKinds,
  type RestoreCounts,
  type RestoreReview,
} from '../modules/setup/restoreReview/restoreReview.store.ts';
import { limits } from '../config/limits.ts';
import { formatDay } from './arguments.ts';
import { CommandFailure, type CommandContext } from './context.ts';

const kindNames: Record<RestoreReview['kind'], [one: string, several: string]> = {
  domain: ['company domain', 'company domains'],
  person: ['person', 'people'],
  invitation: ['invitation as admin', 'invitations as admin'],
  telegram: ['Telegram connection', 'Telegram connections'],
  token: ['API token', 'API tokens'],
  feed: ['feed address', 'feed addresses'],
  webhook: ['webhook', 'webhooks'],
};

/** "12 people, 1 API token"; null for nothing. */
function formatCounts(counts: RestoreCounts): string | null {
  const parts = restoreKinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${counts[kind]} ${kindNames[kind][counts[kind] === 1 ? 0 : 1]}`);
  return parts.length === 0 ? null : parts.join(', ');
}

/** Instructions after a restore, as lines. */
export function reviewLines(counts: RestoreCounts): string[] {
  const summary = formatCounts(counts);
  return [
    'All sessions, sign-ins under way and one-time links have ended.',
    ...(summary === null
      ? []
      : [
          `These do not work until you confirm them, since they may have been ended after the backup: ${summary}.`,
          '  npm run loadout -- restore-review list              what they are',
          '  npm run loadout -- restore-review reject ID…        what must stay off',
          '  npm run loadout -- restore-review confirm --all     everything else works again',
        ]),
  ];
}

const lineOf = (review: RestoreReview): string =>
  [
    String(review.id).padStart(6),
    kindNames[review.kind][0].padEnd(19),
    review.name,
    ...(review.owner !== null && review.owner !== review.name ? [review.owner] : []),
    ...(review.createdAt ? [`created ${formatDay(review.createdAt)}`] : []),
    ...(review.kind === 'person' || review.kind === 'token'
      ? [`used ${formatDay(review.lastUsedAt)}`]
      : []),
    ...(review.grantsAdmin ? ['ADMIN'] : []),
  ].join('  ');

export function registerRestoreReview(program: Command, context: CommandContext): void {
  const { print } = context;
  const review = program
    .command('restore-review')
    .description(
      'Review what a restored backup would bring back to life: people, company domains, API tokens, feed addresses, webhooks, Telegram connections, invitations. None of it works until it is confirmed.',
    );

  review
    .command('list')
    .description('List what waits for confirmation, with owner and last use.')
    .option('--json', 'print it as JSON')
    .action(({ json }: { json?: true }) =>
      context.withServices(async ({ services }) => {
        const found: RestoreReview[] = [];
        for (let page = 0; ; page += 1) {
          const perPage = limits.page.perPageMax;
          const part = await services.restores.onCommandLine.list({ kind: null, page, perPage });
          found.push(...part.reviews);
          if (part.reviews.length < perPage || page >= limits.page.pageMax) break;
        }
        if (json) print(JSON.stringify(found));
        else for (const one of found) print(lineOf(one));
        if (found.length === 0 && !json) print('Nothing waits for confirmation.');
      }),
    );

  review
    .command('confirm')
    .description('Make these work again, by the ids that the list shows, or all that waits.')
    .argument('[id...]', 'ids, as the list shows them')
    .option('--all', 'all that waits')
    .action((ids: string[], { all = false }: { all?: true | false }) =>
      context.withServices(async ({ services }) => {
        if (all === ids.length > 0) throw new CommandFailure('Name ids, or --all');
        const counts = await services.restores.onCommandLine.confirm(all ? null : ids);
        print(`Confirmed: ${formatCounts(counts) ?? 'nothing'}. People sign in again.`);
      }),
    );

  review
    .command('reject')
    .description('Leave these off for good, by the ids that the list shows.')
    .argument('<id...>', 'ids, as the list shows them')
    .action((ids: string[]) =>
      context.withServices(async ({ services }) => {
        const counts = await services.restores.onCommandLine.reject(ids);
        print(`Rejected: ${formatCounts(counts) ?? 'nothing'}.`);
      }),
    );

  review
    .command('begin')
    .description(
      'After a restore by other means (pg_restore, a copy of the disk): end all sessions and switch off everything that lets somebody in until it is confirmed. Run it before the server is started.',
    )
    .action(() =>
      context.withServices(async ({ services }) => {
        for (const line of reviewLines(await services.restores.onCommandLine.begin())) print(line);
      }),
    );
}
