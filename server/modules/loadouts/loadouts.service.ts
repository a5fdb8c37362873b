// Loadouts service: reads, changes, deletion and restore, with rights; a transaction per change.
import { limits } from '../../config/limits.ts';
import type { Clock } from '../../shared/clock.ts';
import { refuseCredentials } from '../../shared/credentials.ts';
import { deleteInBatches } from '../../shared/deleteInBatches.ts';
import { DomainError } from '../../shared/domainError.ts';
import type { JsonValue } from '../../shared/jsonValue.ts';
import { parseInput, searchText } from '../../shared/validation.ts';
import {
  personInBrowser,
  requireMember,
  type Member,
  type Viewer,
} from '../people/accounts/accounts.module.ts';
import type { AuditLog } from '../people/auditLog/auditLog.module.ts';
import {
  disciplineNames,
  disciplines,
  type Discipline,
} from '../people/disciplines/disciplines.module.ts';
import {
  approversOnly,
  canEdit,
  canMakeOfficial,
  changeText,
  decides,
  idempotencyKeyInput,
  itemInput,
  type ItemInput,
  type Loadout,
  type LoadoutFilter,
  loadoutInput,
  type LoadoutInput,
  type LoadoutItem,
  type LoadoutKind,
  loadoutNotFound,
  moveItem,
  newLoadoutInput,
  type NewLoadoutInput,
  otherLoadout,
  pageInput,
  type ScopeOf,
  searchedWords,
  serviceNotFound,
  type Texts,
} from './loadouts.ts';
import type { LoadoutsQueries } from './loadouts.queries.ts';
import type { LoadoutsStore, NewItem, NewLoadout, StoredItem } from './loadouts.store.ts';

export interface LoadoutsTransaction {
  store: LoadoutsStore;
  queries: LoadoutsQueries;
  auditLog: Pick<AuditLog, 'record'>;
  scopeOf: ScopeOf;
  queueTranslation(): Promise<void>;
}

interface Options {
  store: LoadoutsStore;
  queries: LoadoutsQueries;
  inTransaction<Result>(work: (tx: LoadoutsTransaction) => Promise<Result>): Promise<Result>;
  clock: Clock;
}

/** Fields of a loadout for the audit log; of a personal one only the kind. */
const recorded = ({ kind, title, discipline, companyKey }: Loadout): Record<string, JsonValue> =>
  kind === 'personal'
    ? { kind }
    : { kind, name: title.ru ?? title.en, discipline, company: companyKey };

const refuseFull = async (store: LoadoutsStore, userId: number): Promise<void> => {
  if ((await store.countOwn(userId)) < limits.loadout.personalPerPerson) return;
  throw new DomainError(
    'CONFLICT',
    `You have ${limits.loadout.personalPerPerson} loadouts already. Delete one that you do not need`,
    { reason: 'tooManyLoadouts' },
  );
};

const textsOf = (ru: string | null, en: string | null): Texts => ({ ru, en, staleLanguage: null });

const canChangeKind: typeof canEdit = (viewer, loadout, scope) =>
  canEdit(viewer, loadout, scope) || canMakeOfficial(viewer, loadout, scope);

const subject = (action: string, { user }: Member, id: number) => ({
  actorId: user.id,
  action,
  subjectType: 'loadout',
  subjectId: String(id),
});

type Change = (
  tx: LoadoutsTransaction,
  loadout: Loadout,
  member: Member,
) => Promise<Record<string, JsonValue> | null>;

export class LoadoutsService {
  private deps: Options;

  constructor(deps: Options) {
    this.deps = deps;
  }

  /** @throws DomainError NOT_FOUND for a loadout that does not exist or that the viewer may not read */
  async one(viewer: Viewer, id: number): Promise<Loadout> {
    requireMember(viewer);
    const loadout = await this.deps.queries.find(viewer, id);
    if (!loadout) throw loadoutNotFound();
    return loadout;
  }

  /** @throws DomainError INVALID past a limit */
  async list(
    viewer: Viewer,
    filter: LoadoutFilter,
  ): Promise<{ loadouts: Loadout[]; total: number }> {
    const member = requireMember(viewer);
    parseInput(pageInput, filter);
    return this.deps.queries.page(member, filter);
  }

  /** The loadout that a search names, or null. */
  async forSearch(viewer: Viewer, search: string): Promise<Loadout | null> {
    const member = requireMember(viewer);
    const words = searchedWords(parseInput(searchText(limits.text.search), search, 'search'));
    if (words === '') return null;
    const named = disciplines.filter((one) =>
      Object.values(disciplineNames[one]).some((name) => name.toLowerCase() === words),
    );
    return this.deps.queries.search(member, words, named);
  }

  /** A loadout with the items that every reader sees, for a feed; null when the member may not read it. */
  async withItems(
    member: Member,
    id: number,
  ): Promise<{ loadout: Loadout; items: LoadoutItem[] } | null> {
    const loadout = await this.deps.queries.find(member, id);
    return loadout && { loadout, items: await this.deps.queries.items(member, [id]) };
  }

  /**
   * Creates a personal loadout; a repeated key returns the first one. @throws DomainError CONFLICT (`tooManyLoadouts`),
   * NOT_FOUND
   */
  async create(viewer: Viewer, given: NewLoadoutInput): Promise<Loadout> {
    const member = personInBrowser(viewer);
    const { items, idempotencyKey, discipline, ...texts } = parseInput(newLoadoutInput, given);
    await refuseCredentials(texts);
    for (const { reasonRu, reasonEn } of items) await refuseCredentials({ reasonRu, reasonEn });
    return this.insert(member, {
      title: textsOf(texts.titleRu, texts.titleEn),
      description: textsOf(texts.descriptionRu, texts.descriptionEn),
      discipline,
      idempotencyKey,
      itemsOf: async (tx) => {
        const ids = await tx.store.visible(
          viewer,
          items.map(({ itemId }) => itemId),
        );
        const byId = new Map<number, NewItem>();
        for (const [place, itemId] of ids.entries()) {
          if (itemId === null) throw serviceNotFound();
          const { reasonRu, reasonEn } = items[place]!;
          if (!byId.has(itemId)) byId.set(itemId, { itemId, reason: textsOf(reasonRu, reasonEn) });
        }
        return [...byId.values()];
      },
    });
  }

  /** Creates a personal copy of a loadout, with the items that the viewer sees. */
  async copy(viewer: Viewer, id: number, key: string | null): Promise<Loadout> {
    const member = personInBrowser(viewer);
    const { title, description, discipline } = await this.one(viewer, id);
    return this.insert(member, {
      title,
      description,
      discipline,
      idempotencyKey: parseInput(idempotencyKeyInput, key, 'idempotencyKey'),
      itemsOf: (tx) => tx.queries.items(viewer, [id]),
    });
  }

  /** @throws DomainError INVALID (`holdsKey`), NOT_FOUND, FORBIDDEN (`otherLoadout`), CONFLICT (`changedMeanwhile`) */
  async update(
    viewer: Viewer,
    id: number,
    version: number | null,
    given: LoadoutInput,
  ): Promise<Loadout> {
    personInBrowser(viewer);
    const { discipline, titleRu, titleEn, descriptionRu, descriptionEn } = parseInput(
      loadoutInput,
      given,
    );
    await refuseCredentials({ titleRu, titleEn, descriptionRu, descriptionEn });
    return this.change(viewer, { id, version, action: 'loadout.changed' }, async (tx, loadout) => {
      const title = changeText(loadout.title, { ru: titleRu, en: titleEn });
      const description = changeText(loadout.description, { ru: descriptionRu, en: descriptionEn });
      if (title.ru === null && title.en === null) {
        const message = 'The title is empty';
        throw new DomainError('INVALID', `titleRu: ${message}`, {
          errors: [{ path: 'titleRu', code: 'required', message }],
        });
      }
      const isMoved = discipline !== undefined && discipline !== loadout.discipline;
      const isChanged = title !== loadout.title || description !== loadout.description;
      if (!isChanged && !isMoved) return null;
      await tx.store.setTexts(id, { title, description });
      if (isMoved) await tx.store.setDiscipline(id, discipline);
      return { texts: isChanged };
    });
  }

  /**
   * Adds an item; one that is already there stays unchanged. @throws DomainError CONFLICT (`loadoutFull`); else as
   * `update`
   */
  async addItem(
    viewer: Viewer,
    id: number,
    {
      version,
      position,
      ...given
    }: ItemInput & { version: number | null; position: number | null },
  ): Promise<Loadout> {
    personInBrowser(viewer);
    const input = parseInput(itemInput, given);
    await refuseCredentials({ reasonRu: input.reasonRu, reasonEn: input.reasonEn });
    return this.change(viewer, { id, version, action: 'loadout.changed' }, async (tx) => {
      const { items, visible, itemId } = await this.held(tx, viewer, id, input.itemId);
      if (itemId === null) throw serviceNotFound();
      if (items.some((item) => item.itemId === itemId)) return null;
      // Hidden services count too: they may come back.
      if (items.length >= limits.lists.loadoutItems)
        throw new DomainError(
          'CONFLICT',
          `A loadout holds ${limits.lists.loadoutItems} services at most`,
          { reason: 'loadoutFull' },
        );
      const reason = textsOf(input.reasonRu, input.reasonEn);
      const at = this.deps.clock();
      await tx.store.addItems(id, [{ itemId, reason }], { place: 0, at });
      const added: StoredItem = { addedId: itemId, itemId, reason };
      const order =
        position === null
          ? [...items, added]
          : moveItem([...items, added], (one) => visible.has(one), { itemId, position });
      await setOrder(tx, id, order);
      return { itemId };
    });
  }

  /** Changes the purpose of an item. @throws DomainError NOT_FOUND when it is not in the loadout; else as `update` */
  async updateItem(
    viewer: Viewer,
    id: number,
    version: number | null,
    given: ItemInput,
  ): Promise<Loadout> {
    personInBrowser(viewer);
    const { itemId: wanted, reasonRu, reasonEn } = parseInput(itemInput, given);
    await refuseCredentials({ reasonRu, reasonEn });
    return this.change(viewer, { id, version, action: 'loadout.changed' }, async (tx) => {
      const { items, itemId } = await this.held(tx, viewer, id, wanted);
      const item = items.find((one) => one.itemId === itemId);
      if (!item) throw serviceNotFound();
      const reason = changeText(item.reason, {
        ru: given.reasonRu === undefined ? undefined : reasonRu,
        en: given.reasonEn === undefined ? undefined : reasonEn,
      });
      if (reason === item.reason) return null;
      await tx.store.setReason(id, item.addedId, reason);
      return { itemId };
    });
  }

  /** Removes an item; a repeated call changes nothing. */
  async removeItem(
    viewer: Viewer,
    id: number,
    version: number | null,
    wanted: number,
  ): Promise<Loadout> {
    return this.change(viewer, { id, version, action: 'loadout.changed' }, async (tx) => {
      const { items, itemId } = await this.held(tx, viewer, id, wanted);
      const removed = items.filter((item) => item.itemId === itemId);
      if (removed.length === 0) return null;
      await tx.store.removeItems(
        id,
        removed.map(({ addedId }) => addedId),
      );
      return { itemId };
    });
  }

  /** Moves an item to a position among those that the viewer sees. @throws DomainError NOT_FOUND; else as `update` */
  async moveItem(
    viewer: Viewer,
    id: number,
    version: number | null,
    { itemId: wanted, position }: { itemId: number; position: number },
  ): Promise<Loadout> {
    return this.change(viewer, { id, version, action: 'loadout.changed' }, async (tx) => {
      const { items, visible, itemId } = await this.held(tx, viewer, id, wanted);
      if (itemId === null || !items.some((item) => item.itemId === itemId)) throw serviceNotFound();
      const order = moveItem(items, (one) => visible.has(one), { itemId, position });
      if (order.every((item, place) => item === items[place])) return null;
      await setOrder(tx, id, order);
      return { itemId, position };
    });
  }

  /** Changes the readers of a loadout. @throws DomainError FORBIDDEN (`approversOnly`, `otherLoadout`), CONFLICT */
  async setKind(
    viewer: Viewer,
    id: number,
    version: number | null,
    { kind, allCompanies }: { kind: LoadoutKind; allCompanies: boolean },
  ): Promise<Loadout> {
    return this.change(
      viewer,
      { id, version, action: 'loadout.kind', isAllowed: canChangeKind },
      async (tx, loadout, member) => {
        const isOwn = loadout.ownerId === member.user.id;
        const ownCompany = member.company?.key ?? null;
        // A loadout for all companies returns to its owner's company, not to the decider's.
        const ofOwner = async () =>
          loadout.ownerId === null ? null : tx.store.companyOf(loadout.ownerId);
        const companyKey = isOwn
          ? ownCompany
          : (loadout.companyKey ?? (await ofOwner()) ?? ownCompany);
        const company = kind === 'official' && allCompanies ? null : companyKey;
        if (kind === loadout.kind && company === loadout.companyKey) return null;
        if (kind === 'official' || loadout.kind === 'official') {
          const scope = await tx.scopeOf(viewer);
          if (
            !decides(scope, company) ||
            (loadout.kind === 'official' && !decides(scope, loadout.companyKey))
          )
            throw approversOnly();
        }
        if (kind === 'personal' && !isOwn) throw otherLoadout();
        if (loadout.kind === 'official' && kind !== 'official' && loadout.ownerId !== null) {
          await tx.store.lockPerson(loadout.ownerId);
          await refuseFull(tx.store, loadout.ownerId);
        }
        await tx.store.setKind(id, kind, company);
        return { kind, company };
      },
    );
  }

  /** Deletes a loadout; it can be restored for an hour. */
  async remove(viewer: Viewer, id: number): Promise<void> {
    const member = personInBrowser(viewer);
    await this.deps.inTransaction(async (tx) => {
      const loadout = await this.lockEditable(tx, viewer, id);
      await tx.store.setDeleted(id, this.deps.clock());
      await tx.auditLog.record({
        ...subject('loadout.deleted', member, id),
        before: recorded(loadout),
        after: null,
      });
    });
  }

  /** @throws DomainError NOT_FOUND past an hour, FORBIDDEN (`otherLoadout`), CONFLICT (`tooManyLoadouts`) */
  async restore(viewer: Viewer, id: number): Promise<Loadout> {
    const member = personInBrowser(viewer);
    const since = new Date(this.deps.clock().getTime() - limits.loadout.restorableMs);
    return this.deps.inTransaction(async (tx) => {
      const loadout = await this.lockEditable(tx, viewer, id, { since });
      if (loadout.kind !== 'official' && loadout.ownerId !== null) {
        await tx.store.lockPerson(loadout.ownerId);
        await refuseFull(tx.store, loadout.ownerId);
      }
      await tx.store.setDeleted(id, null);
      await tx.auditLog.record({
        ...subject('loadout.restored', member, id),
        before: null,
        after: recorded(loadout),
      });
      return (await tx.queries.find(viewer, id))!;
    });
  }

  /** Deletes loadouts permanently that can no longer be restored, in batches. */
  async forgetDeleted(): Promise<void> {
    const before = new Date(this.deps.clock().getTime() - limits.loadout.restorableMs);
    await deleteInBatches((most) => this.deps.store.forgetDeleted(before, most));
  }

  private insert(
    member: Member,
    {
      itemsOf,
      ...texts
    }: Pick<NewLoadout, 'title' | 'description' | 'idempotencyKey'> & {
      discipline: Discipline | null;
      itemsOf(tx: LoadoutsTransaction): Promise<NewItem[]>;
    },
  ): Promise<Loadout> {
    const userId = member.user.id;
    return this.deps.inTransaction(async (tx) => {
      const at = this.deps.clock();
      await tx.store.lockPerson(userId);
      const key = texts.idempotencyKey;
      const known = key === null ? null : await tx.store.findByIdempotencyKey(userId, key);
      if (known !== null) {
        const found = await tx.queries.find(member, known);
        if (found) return found;
        // The first one is deleted or out of reach: a person who asks again gets another one.
        await tx.store.releaseIdempotencyKey(known);
      }
      await refuseFull(tx.store, userId);
      const items = await itemsOf(tx);
      const companyKey = member.company?.key ?? null;
      const id = await tx.store.insert({ ...texts, ownerId: userId, companyKey, at });
      await tx.store.addItems(id, items, { place: 0, at });
      const loadout = (await tx.queries.find(member, id))!;
      await tx.auditLog.record({
        ...subject('loadout.created', member, id),
        before: null,
        after: recorded(loadout),
      });
      if (loadout.isPending) await tx.queueTranslation();
      return loadout;
    });
  }

  /** @throws DomainError NOT_FOUND, FORBIDDEN (`otherLoadout`) */
  private async lockEditable(
    tx: LoadoutsTransaction,
    viewer: Viewer,
    id: number,
    { since = null, isAllowed = canEdit }: { since?: Date | null; isAllowed?: typeof canEdit } = {},
  ): Promise<Loadout> {
    const loadout = await tx.store.lock(viewer, id, since);
    if (!loadout) throw loadoutNotFound();
    if (!isAllowed(viewer, loadout, await tx.scopeOf(viewer))) throw otherLoadout();
    return loadout;
  }

  /** Changes the version of a loadout that the author saw; `work` returns null if it has changed nothing. */
  private change(
    viewer: Viewer,
    {
      id,
      version,
      action,
      isAllowed = canEdit,
    }: { id: number; version: number | null; action: string; isAllowed?: typeof canEdit },
    work: Change,
  ): Promise<Loadout> {
    const member = personInBrowser(viewer);
    return this.deps.inTransaction(async (tx) => {
      const loadout = await this.lockEditable(tx, viewer, id, { isAllowed });
      if (version !== null && version !== loadout.version)
        throw new DomainError('CONFLICT', 'Somebody else has changed this loadout. Load it again', {
          reason: 'changedMeanwhile',
        });
      const did = await work(tx, loadout, member);
      if (!did) return loadout;
      await tx.store.touch(id, this.deps.clock());
      const after = (await tx.queries.find(viewer, id))!;
      const change = after.kind === 'personal' ? {} : did;
      await tx.auditLog.record({
        ...subject(action, member, id),
        before: recorded(loadout),
        after: { ...recorded(after), ...change },
      });
      if (after.isPending) await tx.queueTranslation();
      return after;
    });
  }

  /**
   * All items of a loadout, the current ids of those that the viewer sees, and the current id of the selected one; null
   * for an invisible one.
   */
  private async held(tx: LoadoutsTransaction, viewer: Viewer, id: number, wanted: number) {
    const items = await tx.store.storedItems(id);
    const [itemId = null, ...seen] = await tx.store.visible(viewer, [
      wanted,
      ...items.map((item) => item.itemId),
    ]);
    return { items, visible: new Set(seen.filter((one) => one !== null)), itemId };
  }
}

const setOrder = ({ store }: LoadoutsTransaction, id: number, items: readonly StoredItem[]) =>
  store.setOrder(
    id,
    items.map(({ addedId }) => addedId),
  );
