// Nine items whose tags two admins change at once, and the check that both sides agree afterwards.
import { DomainError } from '../shared/domainError.ts';
import type { Member } from '../modules/people/accounts/accounts.ts';
import { anAdmin } from './builders.ts';
import { bookmarkId, startSyncWorld, type SyncWorld } from './syncFixture.ts';

export interface TagWorld extends SyncWorld {
  /** The second admin. */
  bob: Member;
  tag(name: string): Promise<Record<string, unknown> | undefined>;
  tagId(name: string): Promise<number>;
  /** The id of the item of bookmark `n`. */
  itemId(n: number): Promise<number>;
  /** Names of the tags of the item of bookmark `n` in the catalogue. */
  ours(n: number): Promise<string[]>;
  /** Both sides agree, and all tag counts are right. */
  expectPeace(): Promise<void>;
}

const count = 9;

export async function startTagWorld(): Promise<TagWorld> {
  const world = await startSyncWorld({ bookmarks: count });
  await world.sync();
  const { db } = world.database;
  const tag = (name: string) =>
    db<Record<string, unknown>>('tags').where({ original_name: name }).first();
  const ours = (n: number) => world.tagsOf(bookmarkId(n));
  const theirs = async (n: number) => (await world.bookmark(bookmarkId(n)))?.['tags'];
  return {
    ...world,
    bob: await anAdmin(db),
    tag,
    tagId: async (name) => Number((await tag(name))?.['id']),
    itemId: async (n) => Number((await world.item(bookmarkId(n)))['id']),
    ours,
    async expectPeace() {
      const written = await world.services.bookmarkWriter.writeAll(AbortSignal.timeout(20_000));
      expect(written).toMatchObject({ remaining: 0 });
      for (let n = 1; n <= count; n += 1) expect([n, await theirs(n)]).toEqual([n, await ours(n)]);
      expect((await world.sync()).counts).toMatchObject({ changed: 0, new: 0 });
      expect(await world.open()).toEqual([]);
      const { rows } = await db.raw<{ rows: object[] }>(
        `select original_name, total_count from tags
         where total_count <> (select count(*) from item_tags where tag_id = tags.id)`,
      );
      expect(rows).toEqual([]);
    },
  };
}

/** Results of simultaneous actions: the answers, and the codes of the refusals. @throws any other failure */
export async function together(
  ...acts: Promise<unknown>[]
): Promise<{ done: number; codes: string[] }> {
  const settled = await Promise.allSettled(acts);
  const codes = settled.flatMap((one) => {
    if (one.status === 'fulfilled') return [];
    if (!(one.reason instanceof DomainError)) throw one.reason;
    return [one.reason.code];
  });
  return { done: acts.length - codes.length, codes };
}
