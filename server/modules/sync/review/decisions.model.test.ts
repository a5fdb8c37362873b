// R14: after any sequence of admins' actions, runs and failures, catalogue and Raindrop agree or an inconsistency is open, and a
// successful undo has undone the change. Random commands on PostgreSQL and a fake Raindrop server.
import fc from '../../../testing/fastCheck.ts';
import { aBookmark, startSyncWorld, type SyncWorld } from '../../../testing/syncFixture.ts';
import { actionsFor, type Inconsistency, type ResolutionAction } from '../inconsistencies.ts';

const runs = 20;
const mostCommands = 12;
const slowMs = 60;
const others = 8;

let world: SyncWorld;
let bookmarkId = 8_000;
let checks = 0;

beforeAll(async () => {
  world = await startSyncWorld({ bookmarks: others });
  await world.sync();
  // The local part of a resolution ends with its record, which fails on demand here.
  await world.database.db.raw(`
    create table failing (now boolean);
    create function fail_on_demand() returns trigger language plpgsql as $$
      begin
        if exists (select from failing) then raise exception 'The local half fails on demand'; end if;
        return new;
      end $$;
    create trigger failing before insert on activity for each row
      when (new.action like 'inconsistency.%' and new.run_id is null) execute function fail_on_demand();
  `);
});
afterAll(() => world.close());

interface Real {
  /** The bookmark of this run of the property, and its item. */
  id: number;
  itemId: number;
}

/** A new bookmark with its item. */
async function aReal(): Promise<Real> {
  bookmarkId += 1;
  const id = bookmarkId;
  const link = `https://model${id}.example.com/`;
  await world.raindrop.control.add({ ...aBookmark(id), _id: id, link, title: 'Alpha' });
  expect(await world.sync({ allowRemovals: true })).toMatchObject({ error: null });
  return { id, itemId: Number((await world.item(id))['id']) };
}

/** The values of both sides. */
interface Sides {
  ours: string;
  isDeleted: boolean;
  theirs: string;
  isThere: boolean;
}

async function sidesOf({ id, itemId }: Real): Promise<Sides> {
  const item = await world.database.db('items').where({ id: itemId }).first();
  const bookmark = await world.bookmark(id);
  return {
    ours: item.title_en,
    isDeleted: item.removed_at !== null,
    theirs: String(bookmark?.['title']),
    isThere: bookmark !== undefined && bookmark['removed'] !== true,
  };
}

const rowsOf = async (real: Real, status: 'new' | 'resolved' | 'ignored') =>
  (await world.services.inconsistencies.list(world.admin, { status })).filter(
    (row) => row.itemId === real.itemId,
  );

/** Fault of a call: none, a failure before or after its arrival, or a failure of the local part. */
type Mishap = 'none' | 'refused' | 'answerLost' | 'localHalf';

async function withMishap<Result>(mishap: Mishap, work: () => Promise<Result>): Promise<Result> {
  const { db } = world.database;
  if (mishap === 'refused') await world.raindrop.control.fail({ kind: '500', method: 'PUT' });
  if (mishap === 'answerLost')
    await world.raindrop.control.fail({ kind: 'dropAfter', method: 'PUT' });
  if (mishap === 'localHalf') await db('failing').insert({ now: true });
  try {
    return await work();
  } finally {
    await db('failing').delete();
    await world.raindrop.control.clearFaults();
  }
}

const decide = (row: Inconsistency, action: ResolutionAction) =>
  world.services.inconsistencies.resolve(world.admin, row.id, null, action);

/** Undoes the latest resolution that can be undone, and checks the result. */
async function undo(real: Real, mishap: Mishap): Promise<void> {
  const decided = [...(await rowsOf(real, 'resolved')), ...(await rowsOf(real, 'ignored'))];
  const row = decided.filter((one) => one.canUndo).sort((one, other) => other.id - one.id)[0];
  if (!row) return;
  const before = await sidesOf(real);
  const undone = await withMishap(mishap, () =>
    world.services.inconsistencies.undo(world.admin, row.id),
  ).catch(() => null);
  if (!undone) return;
  const after = await sidesOf(real);
  expect(undone.status).toBe('new');
  checks += 1;
  switch (row.resolution) {
    case 'use_raindrop':
      expect(after).toEqual({ ...before, ours: row.oldValue });
      break;
    case 'keep_current_update_raindrop':
      expect(after).toEqual({ ...before, theirs: row.newValue });
      break;
    case 'delete':
      expect(after).toMatchObject({ isDeleted: false, isThere: row.writtenBack || before.isThere });
      break;
    case 'delete_item':
      expect(after).toEqual({ ...before, isDeleted: false });
      break;
    case 'keep_item':
      expect(after).toMatchObject({
        isDeleted: false,
        isThere: !row.writtenBack && before.isThere,
      });
      break;
    default:
      expect(after).toEqual(before);
  }
}

/** Resolves an open inconsistency with the action, and checks the result. */
async function resolve(real: Real, action: ResolutionAction, mishap: Mishap): Promise<void> {
  const row = (await rowsOf(real, 'new')).find((one) => actionsFor(one.type).includes(action));
  if (!row) return;
  const before = await sidesOf(real);
  const decided = await withMishap(mishap, () => decide(row, action)).catch(() => null);
  if (!decided) return;
  const after = await sidesOf(real);
  checks += 1;
  if (action === 'use_raindrop') expect(after.ours).toBe(row.newValue);
  if (action === 'keep_current_update_raindrop')
    expect(after).toMatchObject({ ours: before.ours, theirs: before.ours });
  if (action === 'delete' || action === 'delete_item')
    expect(after).toMatchObject({ isDeleted: true, isThere: false });
  if (action === 'keep_item') expect(after).toMatchObject({ isDeleted: false, isThere: true });
}

/** Runs a synchronisation; afterwards every difference is an open inconsistency. */
async function sync(real: Real): Promise<void> {
  await new Promise((done) => setTimeout(done, 5));
  await world.sync({ allowRemovals: true });
  const [sides, open, ignored] = [
    await sidesOf(real),
    await rowsOf(real, 'new'),
    await rowsOf(real, 'ignored'),
  ];
  const isKnown = (type: string) =>
    open.some((row) => row.type === type) ||
    ignored.some(
      (row) => row.type === type && (type === 'item_removed' || row.newValue === sides.theirs),
    );
  checks += 1;
  if (sides.isThere) expect(sides.isDeleted).toBe(false);
  if (sides.isThere && sides.ours !== sides.theirs) expect(isKnown('title_changed')).toBe(true);
  if (!sides.isThere && !sides.isDeleted) expect(isKnown('item_removed')).toBe(true);
}

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

const mishap = fc.constantFrom<Mishap>('none', 'none', 'refused', 'answerLost', 'localHalf');
const action = fc.constantFrom<ResolutionAction>(
  'use_raindrop',
  'keep_current_update_raindrop',
  'keep_current_update_raindrop',
  'delete_item',
  'keep_item',
  'ignore',
  'delete',
);
const title = fc.constantFrom('Alpha', 'Beta', 'Gamma');

const commands = fc.commands(
  [
    title.map(
      (to) =>
        new Step(`edit(${to})`, async ({ id }) => {
          await world.raindrop.control.edit({ id, changes: { title: to } });
        }),
    ),
    fc.constant(new Step('trash', ({ id }) => world.raindrop.control.trash({ id }))),
    fc.constant(new Step('restore', ({ id }) => world.raindrop.control.restore({ id }))),
    fc.constant(new Step('breakLink', breakLink)),
    fc.constant(new Step('sync', sync)),
    fc.constant(new Step('sync', sync)),
    fc
      .tuple(action, mishap)
      .map(([what, how]) => new Step(`${what}(${how})`, (real) => resolve(real, what, how))),
    fc
      .tuple(action, mishap)
      .map(([what, how]) => new Step(`${what}(${how})`, (real) => resolve(real, what, how))),
    mishap.map((how) => new Step(`undo(${how})`, (real) => undo(real, how))),
    fc.constant(new Step('keep beside use', twoAtOnce)),
    fc
      .constantFrom<'new' | 'ignored'>('new', 'ignored')
      .map((status) => new Step(`set(${status})`, (real) => setStatus(real, status))),
  ],
  { maxCommands: mostCommands },
);

async function breakLink({ itemId, id }: Real): Promise<void> {
  const { db } = world.database;
  const open = await db('inconsistencies').where({
    item_id: itemId,
    type: 'link_broken',
    status: 'new',
  });
  if (open.length > 0) return;
  await db('inconsistencies').insert({
    item_id: itemId,
    type: 'link_broken',
    old_value: JSON.stringify(`https://model${id}.example.com/`),
    new_value: JSON.stringify('404'),
  });
}

async function setStatus(real: Real, status: 'new' | 'ignored'): Promise<void> {
  const [row] = await rowsOf(real, status === 'new' ? 'ignored' : 'new');
  if (!row) return;
  await world.services.inconsistencies.setStatus(world.admin, row.id, status).catch(() => null);
}

/** One admin keeps our value with a slow write; another accepts Raindrop's value meanwhile. */
async function twoAtOnce(real: Real): Promise<void> {
  const [row] = (await rowsOf(real, 'new')).filter((one) => one.type === 'title_changed');
  if (!row) return;
  await world.raindrop.control.fail({ kind: 'slow', delayMs: slowMs, method: 'PUT' });
  const keep = decide(row, 'keep_current_update_raindrop').catch(() => null);
  await new Promise((done) => setTimeout(done, slowMs / 2));
  const use = await decide(row, 'use_raindrop').catch(() => null);
  const kept = await keep;
  await world.raindrop.control.clearFaults();
  const { ours, theirs } = await sidesOf(real);
  checks += 1;
  expect([kept, use].filter(Boolean).length).toBeLessThan(2);
  if (kept ?? use) expect(ours).toBe(theirs);
}

test.each<[ResolutionAction, ResolutionAction]>([
  ['delete', 'delete'],
  ['delete', 'ignore'],
])('a %s whose local half failed is considered by the next %s', async (first, second) => {
  const real = await aReal();
  await breakLink(real);
  await resolve(real, first, 'localHalf');
  expect(await sidesOf(real)).toMatchObject({ isDeleted: false, isThere: false });
  await resolve(real, second, 'none');
  expect(await sidesOf(real)).toMatchObject({ isThere: second === 'ignore' });
  await undo(real, 'none');
  expect(await sidesOf(real)).toMatchObject({ isDeleted: false, isThere: true });
  expect(await rowsOf(real, 'new')).toMatchObject([{ type: 'link_broken' }]);
});

test('reports a conflict to concurrent resolutions of an item, and both sides agree', async () => {
  const real = await aReal();
  await world.raindrop.control.edit({ id: real.id, changes: { title: 'Beta' } });
  await sync(real);
  const [row] = await rowsOf(real, 'new');
  const kept = await world.whileItWaits(
    { method: 'PUT' },
    () => decide(row!, 'keep_current_update_raindrop'),
    () =>
      expect(decide(row!, 'use_raindrop')).rejects.toMatchObject({
        code: 'CONFLICT',
        reason: 'beingDecided',
      }),
  );
  expect(kept).toMatchObject({ status: 'resolved' });
  expect(await sidesOf(real)).toMatchObject({ ours: 'Alpha', theirs: 'Alpha' });
});

test('both sides agree or an inconsistency is open, and a successful undo has undone', async () => {
  const property = fc.asyncProperty(commands, async (steps) => {
    const real = await aReal();
    await fc.asyncModelRun(() => ({ model: {}, real }), steps);
    await sync(real);
  });
  const result = await fc.check(property, { numRuns: runs, endOnFailure: false });
  if (result.failed) {
    const message = await fc.asyncDefaultReportMessage(result);
    throw new Error(message, { cause: result.errorInstance });
  }
  expect(checks).toBeGreaterThan(runs);
});
