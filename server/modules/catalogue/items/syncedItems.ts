// The part of an item that a bookmark speaks about, as the synchronisation reads and writes it.
import { DomainError } from '../../../shared/domainError.ts';

export interface SyncedItem {
  id: number;
  bookmarkId: number | null;
  titleRu: string | null;
  titleEn: string | null;
  descriptionRu: string | null;
  descriptionEn: string | null;
  imageUrl: string | null;
  sourceUrl: string;
  normalisedUrl: string;
  mediaType: string;
  mediaSource: string;
  /** Original names, in order. */
  tags: string[];
  createdAt: Date;
  updatedAt: Date;
  /** When an admin deleted it; null while it is in the catalogue. */
  removedAt: Date | null;
  /** The item into which it was merged: it is no card of its own. */
  mergedInto: number | null;
}

/** What a decision changes in an item; fields that are not named stay as they are. */
export type ItemChanges = Partial<
  Pick<
    SyncedItem,
    | 'bookmarkId'
    | 'titleRu'
    | 'titleEn'
    | 'descriptionRu'
    | 'descriptionEn'
    | 'imageUrl'
    | 'sourceUrl'
    | 'normalisedUrl'
    | 'mediaType'
    | 'mediaSource'
    | 'tags'
    | 'removedAt'
  >
>;

/** The item that has an address. */
export interface AddressHolder {
  id: number;
  titleRu: string | null;
  titleEn: string | null;
}

/** Two items never have one address by an admin's doing; the refusal names the one that has it. */
export const serviceKnown = ({ id, titleRu, titleEn }: AddressHolder): DomainError =>
  new DomainError('CONFLICT', 'The catalogue has a service with this address already', {
    reason: 'serviceKnown',
    facts: { itemId: id, titleRu, titleEn },
  });
