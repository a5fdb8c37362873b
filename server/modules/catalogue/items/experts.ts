// People whom one can ask about an item.

/** A person with use cases for one item. */
export interface Expert {
  userId: number;
  itemId: number;
  name: string;
  avatarUrl: string | null;
  telegramUsername: string | null;
  companyKey: string | null;
  /** Their account is disabled: what they wrote stays, nobody can ask them. */
  isDisabled: boolean;
  /** Likes of all the person's use cases for this item. */
  likesTotal: number;
  useCasesCount: number;
  /** How many experts the item has altogether. */
  expertsCount: number;
}
