/** Draft of the terms of a subscription in a form. */
import { useState } from 'react';
import type { SubscriptionInput, SubscriptionRowFragment } from './generated.ts';
import { parsePrice, priceText } from './money.ts';

export interface TermsDraft {
  plan: string;
  seats: string;
  price: string;
  currency: string;
  period: SubscriptionRowFragment['period'];
  ownerEmail: string;
  renewsOn: string;
  noticeDays: string;
  contractUrl: string;
  note: string;
}

const draftOf = (one: SubscriptionRowFragment | null): TermsDraft => ({
  plan: one?.plan ?? '',
  seats: one ? String(one.seats) : '',
  price: one ? priceText(one.pricePerSeat, one.currency) : '',
  currency: one?.currency ?? 'EUR',
  period: one?.period ?? 'month',
  ownerEmail: one?.ownerEmail ?? '',
  renewsOn: one?.renewsOn ?? '',
  noticeDays: one ? String(one.noticeDays) : '30',
  contractUrl: one?.contractUrl ?? '',
  note: one?.note ?? '',
});

const readCount = (text: string): number | null =>
  /^\d{1,6}$/.test(text.trim()) ? Number(text) : null;

/** The input of a draft; null while a number is missing. */
function inputOf(draft: TermsDraft): SubscriptionInput | null {
  const currency = draft.currency.trim().toUpperCase();
  const seats = readCount(draft.seats);
  const pricePerSeat = parsePrice(draft.price, currency);
  const noticeDays = readCount(draft.noticeDays || '0');
  if (!draft.plan.trim() || seats === null || pricePerSeat === null || noticeDays === null)
    return null;
  return {
    plan: draft.plan,
    seats,
    pricePerSeat,
    currency,
    period: draft.period,
    ownerEmail: draft.ownerEmail.trim() || null,
    renewsOn: draft.renewsOn || null,
    noticeDays,
    contractUrl: draft.contractUrl.trim() || null,
    note: draft.note.trim() || null,
  };
}

export function useTerms(subscription: SubscriptionRowFragment | null) {
  const [first] = useState(() => draftOf(subscription));
  const [draft, setDraft] = useState(first);
  return {
    draft,
    set: (changed: Partial<TermsDraft>) => setDraft({ ...draft, ...changed }),
    isDirty: Object.entries(first).some(
      ([name, value]) => draft[name as keyof TermsDraft] !== value,
    ),
    input: inputOf(draft),
  };
}
