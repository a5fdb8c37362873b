// The words of use cases.

/** A short example of how somebody uses an item. */
export interface UseCase {
  id: number;
  itemId: number;
  userId: number;
  /** Null while not translated yet. */
  descriptionRu: string | null;
  descriptionEn: string | null;
  originalLanguage: 'ru' | 'en';
  likesCount: number;
  createdAt: Date;
  updatedAt: Date;
}
