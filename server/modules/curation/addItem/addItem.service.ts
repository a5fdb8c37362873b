// Adding an item by its address: proposes texts from the page, saves the item and creates its bookmark.
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { parseInput } from '../../../shared/validation.ts';
import { requireAdmin, type Viewer } from '../../people/accounts/accounts.module.ts';
import {
  type FindItemByAddress,
  getHost,
  normaliseAddress,
} from '../../catalogue/pageAddresses/pageAddresses.module.ts';
import {
  type ItemTranslator,
  type ItemsService,
  serviceKnown,
  guessLanguage,
} from '../../catalogue/items/items.module.ts';
import type { WriteRound } from '../../sync/sync.module.ts';
import {
  addInput,
  addressInput,
  byLanguage,
  otherLanguage,
  proposeTags,
  type AddInput,
  type AddOutcome,
  type MachineText,
  type PageReader,
  type Proposal,
  type PageContent,
} from './addItem.ts';
import type { AddItemTransaction, BookmarkCreation } from './addItem.store.ts';

interface Options {
  findService: FindItemByAddress;
  catalogue: Pick<ItemsService, 'tags'>;
  pages: PageReader;
  /** Null when no language model is configured. */
  translator: ItemTranslator | null;
  inTransaction<Result>(work: (tx: AddItemTransaction) => Promise<Result>): Promise<Result>;
  maker: BookmarkCreation;
  clock: Clock;
}

const maxTagsSearched = 500;

export class AddItemService {
  private deps: Options;

  constructor(deps: Options) {
    this.deps = deps;
  }

  /** The known item and the proposed texts for an address; nothing is stored. @throws DomainError INVALID */
  async lookUp(viewer: Viewer, given: string): Promise<Proposal> {
    requireAdmin(viewer);
    const { address } = parseInput(addressInput, { address: given });
    const empty: Proposal = {
      address,
      knownId: await this.deps.findService(viewer, address),
      isRead: false,
      titleRu: null,
      titleEn: null,
      descriptionRu: null,
      descriptionEn: null,
      imageUrl: null,
      tags: [],
      machineTexts: [],
    };
    if (empty.knownId !== null) return empty;
    const page = await this.readPage(address);
    if (!page) return empty;
    const title = byLanguage(page.title);
    const description = byLanguage(page.description);
    const written = await this.translateDescription(
      page.description,
      page.title || getHost(address),
    );
    const machine: MachineText = description.ru === null ? 'descriptionRu' : 'descriptionEn';
    const tags = await this.deps.catalogue.tags(viewer, { first: maxTagsSearched });
    return {
      ...empty,
      isRead: true,
      titleRu: title.ru,
      titleEn: title.en,
      descriptionRu: description.ru ?? (description.en === null ? null : written),
      descriptionEn: description.en ?? (description.ru === null ? null : written),
      imageUrl: page.image,
      tags: proposeTags(`${page.title} ${page.description}`, tags),
      machineTexts: written === null ? [] : [machine],
    };
  }

  /**
   * Adds an item, and creates its bookmark if a bookmark provider is configured.
   * @throws DomainError INVALID, CONFLICT (`serviceKnown`, with the id and the titles in its facts)
   */
  async add(viewer: Viewer, given: AddInput): Promise<AddOutcome> {
    const member = requireAdmin(viewer);
    const { machineTexts, proposalId = null, gapId = null, ...input } = parseInput(addInput, given);
    const { titleRu = null, titleEn = null, sourceUrl } = input;
    if (!titleRu && !titleEn)
      throw new DomainError('INVALID', 'Enter a title in at least one language', {
        errors: [{ path: 'titleEn', code: 'required', message: 'The title is missing' }],
      });
    const normalisedUrl = normaliseAddress(sourceUrl);
    const itemId = await this.deps.inTransaction(async (tx) => {
      await tx.mergeBases.lockOutRuns();
      const there = await tx.items.addressHolder(normalisedUrl);
      if (there) throw serviceKnown(there);
      const now = this.deps.clock();
      const made = await tx.items.add([
        {
          bookmarkId: null,
          titleRu,
          titleEn,
          descriptionRu: input.descriptionRu ?? null,
          descriptionEn: input.descriptionEn ?? null,
          imageUrl: input.imageUrl ?? null,
          sourceUrl,
          normalisedUrl,
          mediaType: 'link',
          mediaSource: getHost(sourceUrl),
          adminVisibility: 'visible',
          syncStatus: 'local',
          tags: await tx.items.writtenTags(input.tags ?? []),
          createdAt: now,
        },
      ]);
      const id = made.get(null) ?? 0;
      await tx.additions.markMachine(id, machineTexts);
      if (this.deps.maker.hasProvider) {
        await tx.additions.requestBookmark(id);
        await tx.requestWrite();
      }
      await tx.requestTranslation();
      if (!input.imageUrl) await tx.requestPictures();
      await tx.closeAddedProposals({ itemId: id, proposalId, gapId, adminId: member.user.id });
      await tx.auditLog.recordOne({
        actorId: member.user.id,
        action: 'item.added',
        subjectType: 'item',
        subjectId: String(id),
        itemId: id,
        before: null,
        after: { title: titleEn ?? titleRu ?? '', url: sourceUrl },
      });
      return id;
    });
    return { itemId, bookmark: await this.deps.maker.make(itemId) };
  }

  /** Creates the bookmarks that are still requested. */
  createRequestedBookmarks(signal: AbortSignal): Promise<WriteRound> {
    return this.deps.maker.createRequested(signal);
  }

  /** The description in the other language by the model; null without a model or its answer. */
  private async translateDescription(text: string, name: string): Promise<string | null> {
    if (!this.deps.translator || text === '') return null;
    const from = guessLanguage(text);
    return this.deps.translator
      .translateDescription(text, name, from, otherLanguage[from])
      .catch((error: unknown) => {
        if (error instanceof DomainError) return null;
        throw error;
      });
  }

  private readPage(address: string): Promise<PageContent | null> {
    return this.deps.pages.read(address).catch((error: unknown) => {
      if (error instanceof DomainError) return null;
      throw error;
    });
  }
}
