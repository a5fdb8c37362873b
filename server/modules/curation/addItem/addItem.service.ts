// Adds a service by its address: what its page says is proposed, an admin decides, and the bookmark is made where one is wanted.
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { parseInput } from '../../../shared/validation.ts';
import { requireAdmin, type Viewer } from '../../people/accounts/accounts.module.ts';
import {
  type FindService,
  getHost,
  normaliseAddress,
} from '../../catalogue/pageAddresses/pageAddresses.module.ts';
import {
  type ItemTranslator,
  type Items,
  serviceKnown,
  guessLanguage,
} from '../../catalogue/items/items.module.ts';
import type { WritingRound } from '../../sync/sync.module.ts';
import {
  addInput,
  addressInput,
  inItsLanguage,
  otherLanguage,
  proposeTags,
  type AddInput,
  type AddOutcome,
  type MachineText,
  type PageReader,
  type Proposal,
  type ReadPage,
} from './addItem.ts';
import type { AddItemTransaction, BookmarkCreation } from './bookmarkCreation.ts';

interface Options {
  findService: FindService;
  catalogue: Pick<Items, 'tags'>;
  pages: PageReader;
  /** Null when no language model is configured. */
  translator: ItemTranslator | null;
  inTransaction<Result>(work: (rooms: AddItemTransaction) => Promise<Result>): Promise<Result>;
  maker: BookmarkCreation;
  clock: Clock;
}

const tagsLookedThrough = 500;

export const createAddItem = (options: Options) => {
  const { findService, catalogue, pages, translator, inTransaction, maker, clock } = options;

  /** The description in the other language by the model; null where there is none, or it does not answer. */
  const translated = async (text: string, name: string): Promise<string | null> => {
    if (!translator || text === '') return null;
    const from = guessLanguage(text);
    return translator
      .translateDescription(text, name, from, otherLanguage[from])
      .catch((error: unknown) => {
        if (error instanceof DomainError) return null;
        throw error;
      });
  };

  const readPage = (address: string): Promise<ReadPage | null> =>
    pages.read(address).catch((error: unknown) => {
      if (error instanceof DomainError) return null;
      throw error;
    });

  return {
    /** What is known and proposed about an address; nothing is stored. @throws DomainError INVALID */
    async lookUp(viewer: Viewer, given: string): Promise<Proposal> {
      requireAdmin(viewer);
      const { address } = parseInput(addressInput, { address: given });
      const empty: Proposal = {
        address,
        knownId: await findService(viewer, address),
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
      const page = await readPage(address);
      if (!page) return empty;
      const title = inItsLanguage(page.title);
      const description = inItsLanguage(page.description);
      const written = await translated(page.description, page.title || getHost(address));
      const machine: MachineText = description.ru === null ? 'descriptionRu' : 'descriptionEn';
      const tags = await catalogue.tags(viewer, { first: tagsLookedThrough });
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
    },

    /**
     * Adds a service, and makes its bookmark in the service when one is configured.
     * @throws DomainError INVALID, CONFLICT (`serviceKnown`, with the id and the titles in its facts)
     */
    async add(viewer: Viewer, given: AddInput): Promise<AddOutcome> {
      const member = requireAdmin(viewer);
      const {
        machineTexts,
        proposalId = null,
        gapId = null,
        ...input
      } = parseInput(addInput, given);
      const { titleRu = null, titleEn = null, sourceUrl } = input;
      if (!titleRu && !titleEn)
        throw new DomainError('INVALID', 'A service has a title in one language at least', {
          errors: [{ path: 'titleEn', code: 'required', message: 'The title is missing' }],
        });
      const normalisedUrl = normaliseAddress(sourceUrl);
      const itemId = await inTransaction(async (rooms) => {
        await rooms.agreements.refuseBesideRuns();
        const there = await rooms.items.addressHolder(normalisedUrl);
        if (there) throw serviceKnown(there);
        const now = clock();
        const made = await rooms.items.add([
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
            tags: await rooms.items.writtenTags(input.tags ?? []),
            createdAt: now,
          },
        ]);
        const id = made.get(null) ?? 0;
        await rooms.additions.markMachine(id, machineTexts);
        if (maker.hasService) {
          await rooms.additions.want(id);
          await rooms.requestWrite();
        }
        await rooms.requestTranslation();
        if (!input.imageUrl) await rooms.requestPictures();
        await rooms.closeAddedProposals({ itemId: id, proposalId, gapId, adminId: member.user.id });
        await rooms.activity.recordOne({
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
      return { itemId, bookmark: await maker.make(itemId) };
    },

    /** Makes the bookmarks that are wanted still. */
    makeWanted: (signal: AbortSignal): Promise<WritingRound> => maker.makeAll(signal),
  };
};
