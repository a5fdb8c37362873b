// Types of synchronised items: the part of an item that comes from its bookmark.
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
  tags: string[];
  createdAt: Date;
  updatedAt: Date;
  /** Time of its deletion; null while it is in the catalogue. */
  removedAt: Date | null;
  /** The item into which it was merged; null if it was not merged. */
  mergedInto: number | null;
}

/** Changed fields of an item; missing fields stay unchanged. */
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

export interface AddressHolder {
  id: number;
  titleRu: string | null;
  titleEn: string | null;
}

/** Error for an address of another item, which it names. */
export const serviceKnown = ({ id, titleRu, titleEn }: AddressHolder): DomainError =>
  new DomainError('CONFLICT', 'The catalogue already has a service with this address', {
    reason: 'serviceKnown',
    facts: { itemId: id, titleRu, titleEn },
  });
