// Subscriptions: types, input validation, rights, and the arithmetic of seats, cost and notice.
import { z } from 'zod';
import { limits } from '../../config/limits.ts';
import { DomainError } from '../../shared/domainError.ts';
import { dayMs, utcDay } from '../../shared/durations.ts';
import { filledLine, optionalText, text } from '../../shared/validation.ts';
import {
  isAdmin,
  type Member,
  requireMember,
  type Viewer,
} from '../people/accounts/accounts.module.ts';

const billingPeriods = ['month', 'year'] as const;
type BillingPeriod = (typeof billingPeriods)[number];

export interface SubscriptionTerms {
  plan: string;
  seats: number;
  /** In minor units of the currency. */
  pricePerSeat: number;
  currency: string;
  period: BillingPeriod;
  ownerEmail: string | null;
  /** A day such as `2026-12-31`. */
  renewsOn: string | null;
  noticeDays: number;
  contractUrl: string | null;
  note: string | null;
}

export interface Subscription extends SubscriptionTerms {
  id: number;
  /** Null for a removed item. */
  itemId: number | null;
  /** Title of the item at the creation of the subscription. */
  service: string;
  companyKey: string;
  ownerId: number | null;
  version: number;
}

/** Seats of a company for an item, counted from its people's access requests. */
export interface SeatUse {
  /** Granted access. */
  seatsTaken: number;
  /** Requests without a decision, and approved ones. */
  requestsWaiting: number;
}

export const noSeats: SeatUse = { seatsTaken: 0, requestsWaiting: 0 };

export const freeSeats = (seats: number, { seatsTaken }: SeatUse): number =>
  Math.max(0, seats - seatsTaken);

/** Number of waiting requests without a free seat. */
export const withoutSeat = (seats: number, use: SeatUse): number =>
  Math.max(0, use.requestsWaiting - freeSeats(seats, use));

/** Exact yearly cost, in minor units. */
export const yearlyCost = ({
  seats,
  pricePerSeat,
  period,
}: Pick<Subscription, 'seats' | 'pricePerSeat' | 'period'>): number =>
  seats * pricePerSeat * (period === 'month' ? 12 : 1);

/** Call with the sum of several subscriptions, because it rounds. */
export const monthlyOf = (yearly: number): number => Math.round(yearly / 12);

/** The last day to cancel. */
export const noticeEndsOn = (renewsOn: string | null, noticeDays: number): string | null =>
  renewsOn === null ? null : utcDay(new Date(Date.parse(renewsOn) - noticeDays * dayMs));

/** Cost of a company's subscriptions in one currency. */
export interface SubscriptionTotal {
  companyKey: string;
  currency: string;
  seats: number;
  monthlyCost: number;
}

export function totalsOf(subscriptions: readonly Subscription[]): SubscriptionTotal[] {
  const groups = Map.groupBy(subscriptions, (one) => `${one.companyKey} ${one.currency}`);
  return [...groups.values()]
    .map((group) => ({
      companyKey: group[0]!.companyKey,
      currency: group[0]!.currency,
      seats: group.reduce((sum, { seats }) => sum + seats, 0),
      monthlyCost: monthlyOf(group.reduce((sum, one) => sum + yearlyCost(one), 0)),
    }))
    .sort((one, other) =>
      `${one.companyKey} ${one.currency}` < `${other.companyKey} ${other.currency}` ? -1 : 1,
    );
}

/** Number of decimals of a currency: 2 for cents, 0 for yen. */
const minorDigits = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits ?? 2;

/** `1250` as `12.50`. */
export const formatPrice = (minor: number, currency: string): string => {
  const digits = minorDigits(currency);
  const padded = String(minor).padStart(digits + 1, '0');
  return digits === 0 ? padded : `${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
};

/** `12.5` or `12,50` in minor units; null for text that is not an exact amount. */
export function parsePrice(price: string, currency: string): number | null {
  const digits = minorDigits(currency);
  const [, whole = '', fraction = ''] = /^(\d{1,12})(?:[.,](\d+))?$/.exec(price) ?? [];
  if (whole === '' || fraction.length > digits) return null;
  return Number(whole + fraction.padEnd(digits, '0'));
}

const currencies = new Set(Intl.supportedValuesOf('currency'));
export const isCurrency = (code: string): boolean => currencies.has(code);

const most = limits.subscriptions;

const amount = (max: number) => z.int().min(0).max(max);

export const termsInput = z.strictObject({
  plan: filledLine(limits.text.subscriptionPlan),
  seats: amount(most.seats),
  pricePerSeat: amount(most.pricePerSeat),
  currency: z
    .string()
    .trim()
    .toUpperCase()
    .refine(isCurrency, {
      message: 'Use the code of a currency, such as EUR',
      params: { code: 'currency' },
    }),
  period: z.enum(billingPeriods),
  ownerEmail: optionalText(limits.text.email),
  renewsOn: z
    .string()
    .refine((value) => /^[12]\d{3}-/.test(value) && z.iso.date().safeParse(value).success, {
      message: 'Write the day as 2026-12-31',
      params: { code: 'day' },
    })
    .nullish()
    .transform((value) => value ?? null),
  noticeDays: amount(most.noticeDays).default(0),
  contractUrl: text(limits.text.ruleSource)
    .refine((value) => /^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value), {
      message: 'The contract must be a web address that begins with http:// or https://',
      params: { code: 'contractAddress' },
    })
    .nullish()
    .transform((value) => value ?? null),
  note: optionalText(limits.text.subscriptionNote),
});
export type TermsInput = z.input<typeof termsInput>;

/** The free texts of a subscription, which must not contain a key. */
export const freeTexts = ({
  plan,
  contractUrl,
  note,
}: Pick<SubscriptionTerms, 'plan' | 'contractUrl' | 'note'>) => ({ plan, contractUrl, note });

/** True when two versions have equal terms. */
export const isSameTerms = (one: SubscriptionTerms, other: SubscriptionTerms): boolean =>
  (Object.keys(termsInput.shape) as (keyof SubscriptionTerms)[]).every(
    (field) => one[field] === other[field],
  );

/** The companies whose subscriptions a member can read and change. */
export interface SubscriptionScope {
  member: Member;
  /** Only admins see hidden items. */
  isAdmin: boolean;
  /** Company keys; null for all. */
  companies: string[] | null;
}

interface ApproverCompanies {
  companiesOf(userId: number): Promise<string[]>;
}

/** Null for a viewer without such rights. Approvers act in a browser, not by a token. */
export async function subscriptionScope(
  approvers: ApproverCompanies,
  viewer: Viewer,
): Promise<SubscriptionScope | null> {
  const member = requireMember(viewer);
  if (isAdmin(viewer)) return { member, isAdmin: true, companies: null };
  const companies = member.via === 'session' ? await approvers.companiesOf(member.user.id) : [];
  return companies.length > 0 ? { member, isAdmin: false, companies } : null;
}

export const isCovered = ({ companies }: SubscriptionScope, companyKey: string): boolean =>
  companies === null || companies.includes(companyKey);

export const otherCompanyError = () =>
  new DomainError('FORBIDDEN', 'These subscriptions belong to another company', {
    reason: 'otherCompany',
  });

/**
 * @param companyKey null for all companies of the viewer
 * @throws DomainError UNAUTHENTICATED, FORBIDDEN (`approversOnly`, `otherCompany`)
 */
export async function requireSubscriptionScope(
  approvers: ApproverCompanies,
  viewer: Viewer,
  companyKey: string | null,
): Promise<SubscriptionScope> {
  const scope = await subscriptionScope(approvers, viewer);
  if (!scope)
    throw new DomainError('FORBIDDEN', 'Only admins and approvers of the company can do this', {
      reason: 'approversOnly',
    });
  if (companyKey !== null && !isCovered(scope, companyKey)) throw otherCompanyError();
  return scope;
}
