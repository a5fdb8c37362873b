// Random sequences of changes to a catalogue and its bookmarks: add, edit, merge, undo, synchronise, and changes in Raindrop, with
// calls that fail or lose their answer. At the end both sides agree or an inconsistency is open; nothing is lost, no merge is
// split, and every id still leads to an item.
import fc from './fastCheck.ts';
import type { Member } from '../modules/people/accounts/accounts.ts';
import { aMember } from './builders.ts';
import { startSyncWorld, type SyncWorld } from './syncFixture.ts';

const others = 4;
const startedWith = 3;
const mostCommands = 10;

interface Real {
  /** Distinguishes the URLs of this sequence. */
  name: string;
  /** Ids of all items that ever existed, in order of creation. */
  ids: number[];
  /** The person who liked each item at first, by item id. */
  fans: Map<number, Member>;
  /** Merges in effect, the latest last. */
  merges: { mergeId: number; kept: number; merged: number }[];
  added: Set<string>;
}

export interface CurationModel {
  /** Runs this many sequences; returns how many held. @throws with the shortest sequence that fails */
  check(sequences: number, seed?: number): Promise<number>;
  close(): Promise<void>;
}

type Mishap = 'none' | 'refused' | 'answerLost';

class Step implements fc.AsyncCommand<object, Real> {
  readonly name: string;
  readonly work: (real: Real) => Promise<unknown>;
  constructor(name: string, work: (real: Real) => Promise<unknown>) {
    this.name = name;
    this.work = work;
  }
  check = () => true;
  async run(_model: object, real: Real): Promise<void> {
    await this.work(real);
  }
  toString = () => this.name;
}

function refuse(text: string, facts: unknown): never {
  throw new Error(`${text}: ${JSON.stringify(facts)}`);
}

const addressOf = (name: string, place: string) => `https://${place}.${name}.example.com/`;

function createSteps(world: SyncWorld) {
  const { services, raindrop, admin, database } = world;
  const pick = (real: Real, at: number): number => real.ids[at % real.ids.length]!;
  const nowOf = async (id: number): Promise<number> =>
    (await services.knowledge.item(admin, id)).id;
  const bookmarkOf = async (id: number): Promise<number | null> => {
    const row: { bookmark_id: number | null } | undefined = await database
      .db('items')
      .where({ id })
      .first('bookmark_id');
    return row?.bookmark_id === undefined || row.bookmark_id === null
      ? null
      : Number(row.bookmark_id);
  };

  const withMishap = async (mishap: Mishap, work: () => Promise<unknown>): Promise<void> => {
    const kind = mishap === 'refused' ? '500' : 'dropAfter';
    if (mishap !== 'none')
      for (const method of ['PUT', 'POST', 'DELETE'] as const)
        await raindrop.control.fail({ kind, method });
    await work().catch((error: { code?: string }) => {
      if (!['CONFLICT', 'NOT_FOUND', 'UNAVAILABLE'].includes(error.code ?? '')) throw error;
    });
    await raindrop.control.clearFaults();
  };

  return {
    edit: (real: Real, at: number, title: string, mishap: Mishap) =>
      withMishap(mishap, () => services.edits.edit(admin, pick(real, at), { titleEn: title })),

    async changeAtService(real: Real, at: number, title: string) {
      const id = await bookmarkOf(pick(real, at));
      if (id !== null) await raindrop.control.edit({ id, changes: { title } }).catch(() => null);
    },

    async trashAtService(real: Real, at: number) {
      const id = await bookmarkOf(pick(real, at));
      if (id !== null) await raindrop.control.trash({ id }).catch(() => null);
    },

    async restoreAtService(real: Real, at: number) {
      const id = await bookmarkOf(pick(real, at));
      if (id !== null) await raindrop.control.restore({ id }).catch(() => null);
    },

    add: (real: Real, place: string, mishap: Mishap) =>
      withMishap(mishap, async () => {
        const sourceUrl = addressOf(real.name, place);
        const { itemId } = await services.additions.add(admin, { sourceUrl, titleEn: place });
        if (real.added.has(place)) refuse('An address was added twice', { place });
        real.added.add(place);
        real.ids.push(itemId);
      }),

    merge: (real: Real, at: number, other: number, bookmark: 'keep' | 'trash', mishap: Mishap) =>
      withMishap(mishap, async () => {
        const [kept, merged] = [await nowOf(pick(real, at)), await nowOf(pick(real, other))];
        if (kept === merged) return;
        const input = { take: ['titleEn' as const], tags: 'both' as const, bookmark };
        const { mergeId } = await services.merges.merge(admin, [kept, merged], input);
        real.merges.push({ mergeId, kept, merged });
      }),

    undo: (real: Real, mishap: Mishap) =>
      withMishap(mishap, async () => {
        const last = real.merges.at(-1);
        if (!last) return;
        await services.merges.undo(admin, last.mergeId);
        real.merges.pop();
      }),

    async sync() {
      await new Promise((done) => setTimeout(done, 5));
      const { error } = await world.sync({ allowRemovals: true });
      if (error) refuse('A run failed', { error });
    },

    /** Does what the job queue does once Raindrop works again. */
    async settle() {
      const signal = AbortSignal.timeout(30_000);
      await services.additions.createRequestedBookmarks(signal);
      await services.merges.applyPendingBookmarks(signal);
      await services.bookmarkWriter.writeAll(signal);
    },
  };
}

/** Checks the invariants at the end of a sequence. */
async function examine(world: SyncWorld, real: Real): Promise<void> {
  const { db } = world.database;
  const rows: {
    id: number;
    title_en: string;
    bookmark_id: number | null;
    removed_at: Date | null;
    merged_into: number | null;
  }[] = await db('items').where('normalised_url', 'like', `%${real.name}.example.com%`);
  const cards = rows.filter((row) => row.removed_at === null);
  const merged = new Set(real.merges.map((one) => one.merged));
  const expected = real.ids.filter((id) => !merged.has(id)).toSorted((a, b) => a - b);
  const seen = cards.map(({ id }) => id).toSorted((a, b) => a - b);
  if (seen.join() !== expected.join()) refuse('Lost or split', { expected, seen });
  for (const one of real.merges) {
    const [kept, old] = [one.kept, one.merged].map((id) =>
      world.services.knowledge.item(world.admin, id),
    );
    if ((await kept)!.id !== (await old)!.id) refuse('An old id leads elsewhere', one);
  }
  for (const [id, fan] of real.fans) {
    const card = await world.services.knowledge.item(fan, id);
    const like = await db('item_likes').where({ item_id: card.id, user_id: fan.user.id }).first();
    if (!like) refuse('A like is lost', { id, card: card.id });
  }
  const open = await world.open();
  for (const card of cards) {
    const mine = open.filter((row) => row.itemId === card.id).map((row) => row.type);
    const bookmark = card.bookmark_id === null ? null : await world.bookmark(card.bookmark_id);
    const isThere = Boolean(bookmark) && bookmark?.['removed'] !== true;
    if (!isThere && !mine.includes('item_removed')) refuse('Gone in silence', { card, mine });
    const differs = isThere && bookmark?.['title'] !== card.title_en;
    if (differs && !mine.includes('title_changed'))
      refuse('A difference nobody knows of', { card, theirs: bookmark?.['title'] });
  }
}

export async function startCurationModel(): Promise<CurationModel> {
  const world = await startSyncWorld({ bookmarks: others });
  await world.sync();
  const steps = createSteps(world);
  let count = 0;

  const begin = async (): Promise<Real> => {
    count += 1;
    const name = `run${count}`;
    const ids: number[] = [];
    const fans = new Map<number, Member>();
    const bookmarkIds = Array.from({ length: startedWith }, (_, at) => 20_000 + count * 10 + at);
    for (const [at, id] of bookmarkIds.entries())
      await world.raindrop.control.add({
        _id: id,
        link: addressOf(name, `start${at}`),
        title: `Start ${at}`,
        excerpt: 'What it does',
        tags: ['text'],
      });
    await world.sync({ allowRemovals: true });
    for (const id of bookmarkIds) {
      const itemId = Number((await world.item(id))['id']);
      const fan = await aMember(world.database.db);
      await world.services.knowledge.like(fan, itemId);
      fans.set(itemId, fan);
      ids.push(itemId);
    }
    return { name, ids, fans, merges: [], added: new Set() };
  };

  const end = async (real: Real): Promise<void> => {
    const all = await world.raindrop.control.bookmarks();
    for (const { _id: id, link } of all)
      if (link.includes(`${real.name}.example.com`)) await world.raindrop.control.delete({ id });
    await world.database.db('items').where('normalised_url', 'like', `%${real.name}.%`).delete();
  };

  const at = fc.nat({ max: 5 });
  const title = fc.constantFrom('Alpha', 'Beta', 'Gamma');
  const mishap = fc.constantFrom<Mishap>('none', 'none', 'refused', 'answerLost');
  const commands = fc.commands(
    [
      fc
        .tuple(at, title, mishap)
        .map(
          ([one, to, how]) =>
            new Step(`edit(${one}, ${to}, ${how})`, (real) => steps.edit(real, one, to, how)),
        ),
      fc
        .tuple(at, title)
        .map(
          ([one, to]) =>
            new Step(`change(${one}, ${to})`, (real) => steps.changeAtService(real, one, to)),
        ),
      at.map((one) => new Step(`trash(${one})`, (real) => steps.trashAtService(real, one))),
      at.map((one) => new Step(`restore(${one})`, (real) => steps.restoreAtService(real, one))),
      fc
        .tuple(fc.constantFrom('x', 'y'), mishap)
        .map(
          ([place, how]) =>
            new Step(`add(${place}, ${how})`, (real) => steps.add(real, place, how)),
        ),
      fc
        .tuple(at, at, fc.constantFrom<'keep' | 'trash'>('keep', 'trash'), mishap)
        .map(
          ([one, two, what, how]) =>
            new Step(`merge(${one}, ${two}, ${what}, ${how})`, (real) =>
              steps.merge(real, one, two, what, how),
            ),
        ),
      mishap.map((how) => new Step(`undo(${how})`, (real) => steps.undo(real, how))),
      fc.constant(new Step('sync', steps.sync)),
      fc.constant(new Step('settle', steps.settle)),
    ],
    { maxCommands: mostCommands },
  );

  return {
    async check(sequences, seed) {
      let held = 0;
      const property = fc.asyncProperty(commands, async (chosen) => {
        const real = await begin();
        try {
          await fc.asyncModelRun(() => ({ model: {}, real }), chosen);
          await steps.settle();
          await steps.sync();
          await examine(world, real);
          held += 1;
        } finally {
          await end(real);
        }
      });
      await fc.assert(property, { numRuns: sequences, ...(seed === undefined ? {} : { seed }) });
      return held;
    },
    close: () => world.close(),
  };
}
