/** Slots of every card: company, experts, comparison and dialogs. */
import { useMemo, type ReactNode } from 'react';
import type { CurrentUser } from '../browser/currentUser.ts';
import { ExpertAvatars } from '../features/experts/ExpertAvatars.tsx';
import { CompareLink, WithCompareState } from '../features/compare/CardCompare.tsx';
import type { CardSlots } from '../features/catalogue/cardSlots.ts';
import type { ExpertAvatarsFragment, KnowledgeCardFragment } from '../generated.ts';
import { useItemDialogs } from './itemDialogs.tsx';

const experts = (item: ExpertAvatarsFragment): ReactNode => <ExpertAvatars item={item} />;
const compareEntry: CardSlots['compareEntry'] = (item, show) => (
  <WithCompareState item={item}>{show}</WithCompareState>
);
const compareLink = (item: KnowledgeCardFragment): ReactNode => <CompareLink item={item} />;

export function useCardSlots(user: CurrentUser): { slots: CardSlots; dialog: ReactNode } {
  const { slots: dialogSlots, dialog } = useItemDialogs(user.isAdmin);
  const company = user.company?.name ?? null;
  const companyKey = user.company?.key ?? null;
  const slots = useMemo(
    () => ({ company, companyKey, experts, compareEntry, compareLink, ...dialogSlots }),
    [company, companyKey, dialogSlots],
  );
  return { slots, dialog };
}
