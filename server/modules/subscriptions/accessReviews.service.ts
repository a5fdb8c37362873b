// Access reviews: started by an approver, answered by each holder on the page or by a Telegram button, with reminders and a list of what to revoke.
import type { Clock } from '../../shared/clock.ts';
import { DomainError } from '../../shared/domainError.ts';
import { oneLine, cutText } from '../../shared/cleanText.ts';
import type { Language } from '../../shared/language.ts';
import {
  availableDecisions,
  isInScope,
  refusalNotice,
  type ApproverLookup,
  type DeciderScope,
  type TelegramAccounts,
} from '../access/requests/accessRequests.module.ts';
import {
  personInBrowser,
  type Member,
  type Viewer,
  languageOfTelegram,
  type BotButton,
  type BotNotice,
  type BotPress,
} from '../people/accounts/accounts.module.ts';
import type { AuditLog } from '../people/auditLog/auditLog.module.ts';
import type { Outbox } from '../outbox/outbox.module.ts';
import {
  isIdle,
  revokeReason,
  waitedSince,
  type AccessHolder,
  type AccessReview,
  type HeldAccess,
  type AccessReviewsStore,
  type AskedReview,
} from './accessReviews.store.ts';
import type { SubscriptionsQueries, SubscriptionView } from './subscriptions.queries.ts';
import {
  otherCompanyError,
  requireSubscriptionScope,
  type SeatUse,
  type SubscriptionScope,
} from './subscriptions.ts';

interface ReviewTransaction {
  store: AccessReviewsStore;
  approvers: Pick<ApproverLookup, 'lockApprover'>;
  auditLog: Pick<AuditLog, 'record'>;
  outbox: Pick<Outbox, 'record'>;
}

interface Options {
  queries: SubscriptionsQueries;
  store: AccessReviewsStore;
  approvers: Pick<ApproverLookup, 'companiesOf'>;
  inTransaction<Result>(work: (transaction: ReviewTransaction) => Promise<Result>): Promise<Result>;
  visibleItem(viewer: Viewer, id: number): Promise<{ id: number }>;
  /** The companies whose access requests the viewer decides. @throws DomainError FORBIDDEN */
  deciderScope(viewer: Viewer): Promise<{ member: Member; scope: DeciderScope }>;
  clock: Clock;
}

/** Seats of a company for an item, and their holders. */
export interface ItemSeats extends SeatUse {
  itemId: number;
  companyKey: string;
  subscription: SubscriptionView | null;
  holders: AccessHolder[];
}

const reminderBatchSize = 200;

export class AccessReviews {
  private deps: Options;

  constructor(deps: Options) {
    this.deps = deps;
  }

  /** Seats of a company for an item. @throws DomainError FORBIDDEN, NOT_FOUND */
  async seats(viewer: Viewer, given: number, companyKey: string): Promise<ItemSeats> {
    const scope = await this.requireScope(viewer, companyKey);
    const { id: itemId } = await this.deps.visibleItem(viewer, given);
    const [subscription] = await this.deps.queries.list(scope, { itemId, companyKey });
    const use = subscription ?? (await this.deps.queries.seatsOf(itemId, companyKey));
    return {
      itemId,
      companyKey,
      subscription: subscription ?? null,
      seatsTaken: use.seatsTaken,
      requestsWaiting: use.requestsWaiting,
      holders: await this.holders(viewer, await this.deps.queries.holders(itemId, companyKey)),
    };
  }

  /** Granted access that the viewer should revoke. @throws DomainError FORBIDDEN (`approversOnly`) */
  async toRevoke(viewer: Viewer): Promise<AccessHolder[]> {
    const { scope } = await this.deps.deciderScope(viewer);
    const silentSince = waitedSince(this.deps.clock());
    return this.holders(viewer, await this.deps.queries.toRevoke(scope, { silentSince }));
  }

  /**
   * Asks all holders of access at a company whether they still need it; a pending question is not repeated.
   * @throws DomainError FORBIDDEN, NOT_FOUND
   */
  async start(viewer: Viewer, given: number, companyKey: string): Promise<ItemSeats> {
    const { member, isAdmin } = await this.requireScope(viewer, companyKey);
    const { id: itemId } = await this.deps.visibleItem(viewer, given);
    await this.deps.inTransaction(async ({ store, approvers, auditLog, outbox }) => {
      if (!isAdmin && !(await approvers.lockApprover(member.user.id, companyKey)))
        throw otherCompanyError();
      const at = this.deps.clock();
      const asked = await store.ask(
        { itemId, companyKey },
        { askedBy: member.user.id, at, silentSince: waitedSince(at) },
      );
      if (asked.length === 0) return;
      await outbox.record(...asked.map(questionEvent('asked')));
      await auditLog.record({
        actorId: member.user.id,
        action: 'accessReview.started',
        subjectType: 'item',
        subjectId: String(itemId),
        itemId,
        before: null,
        after: { company: companyKey, asked: asked.length },
      });
    });
    return this.seats(viewer, itemId, companyKey);
  }

  /** The viewer's own questions. @throws DomainError FORBIDDEN (`sessionOnly`) */
  async own(viewer: Viewer): Promise<AccessReview[]> {
    return this.deps.store.ofUser(personInBrowser(viewer).user.id);
  }

  /** Answers the own question; the answer can be changed. @throws DomainError NOT_FOUND, FORBIDDEN (`sessionOnly`) */
  async answer(viewer: Viewer, requestId: number, isNeeded: boolean): Promise<AccessReview> {
    const { user } = personInBrowser(viewer);
    return this.deps.inTransaction(async ({ store, auditLog }) => {
      const review = await store.lock(requestId, user.id);
      if (!review)
        throw new DomainError('NOT_FOUND', 'You are not asked about this access any more');
      if (review.isNeeded === isNeeded) return review;
      const answeredAt = this.deps.clock();
      await store.answer(requestId, isNeeded, answeredAt);
      await auditLog.record({
        actorId: user.id,
        action: 'accessReview.answered',
        subjectType: 'access',
        subjectId: String(requestId),
        itemId: review.request.itemId,
        before: { isNeeded: review.isNeeded },
        after: { isNeeded },
      });
      return { ...review, isNeeded, answeredAt };
    });
  }

  /** Reminds holders who have not answered, each reminder once over all processes; returns how many. */
  async remind(signal: AbortSignal): Promise<number> {
    let reminded = 0;
    for (let found = reminderBatchSize; found === reminderBatchSize; reminded += found) {
      signal.throwIfAborted();
      found = await this.deps.inTransaction(async ({ store, outbox }) => {
        const now = this.deps.clock();
        const due = await store.claimReminders(
          { now, waitedSince: waitedSince(now) },
          reminderBatchSize,
        );
        await outbox.record(...due.map(questionEvent('reminded')));
        return due.length;
      });
    }
    return reminded;
  }

  private async requireScope(viewer: Viewer, companyKey: string): Promise<SubscriptionScope> {
    const scope = await requireSubscriptionScope(this.deps.approvers, viewer, companyKey);
    if ((await this.deps.queries.companies([companyKey])).length === 0)
      throw new DomainError('NOT_FOUND', 'This company does not exist. Check its key');
    return scope;
  }

  /** Adds the viewer's actions: admins may read more companies than those whose requests they decide. */
  private async holders(viewer: Viewer, held: readonly HeldAccess[]): Promise<AccessHolder[]> {
    const { member, scope } = await this.deps.deciderScope(viewer);
    const now = this.deps.clock();
    return held.map((one) => {
      const { request, companyKey, review } = one;
      const actions = isInScope(scope, companyKey) ? availableDecisions(one, member) : [];
      return {
        held: { request, companyKey, actions },
        isIdle: isIdle(one, now),
        review,
        revokeReason: revokeReason(one, now),
      };
    });
  }
}

/** Recorded without an actor, so that an approver who holds access is asked too. */
const questionEvent =
  (after: 'asked' | 'reminded') =>
  ({ requestId, itemId }: AskedReview) => ({
    kind: 'access_review_asked' as const,
    subjectId: requestId,
    itemId,
    actorId: null,
    after,
  });

interface ReviewButtonsOptions {
  reviews: Pick<AccessReviews, 'answer'>;
  accounts: Pick<TelegramAccounts, 'isUnconfirmed' | 'member'>;
}

const answers = ['yes', 'no'] as const;
type Answer = (typeof answers)[number];

const buttonTexts: Record<Answer, Record<Language, string>> = {
  yes: { ru: 'Нужен', en: 'Still need it' },
  no: { ru: 'Больше не нужен', en: 'No longer' },
};

const notices: Record<Answer | 'over', Record<Language, string>> = {
  yes: { ru: 'Записали: доступ нужен', en: 'Noted: you still need it' },
  no: { ru: 'Записали: доступ больше не нужен', en: 'Noted: you no longer need it' },
  over: {
    ru: 'Об этом доступе больше не спрашивают.',
    en: 'You are not asked about this access any more.',
  },
};

const nameLength = 30;

/**
 * The two buttons of a question.
 * @param service its name, if a message asks about several
 * @param language null for both
 */
export const reviewButtons = (
  requestId: string,
  service: string | null,
  language: Language | null,
): BotButton[] =>
  answers.map((answer) => {
    const { ru, en } = buttonTexts[answer];
    const words = language ? buttonTexts[answer][language] : `${ru} · ${en}`;
    return {
      text: service === null ? words : `${cutText(oneLine(service), nameLength)}: ${words}`,
      data: `needed ${answer} ${requestId}`,
    };
  });

function parseButton(data: string): { answer: Answer; requestId: number } | null {
  const [, answer, id] = /^needed (yes|no) ([1-9]\d{0,8})$/.exec(data) ?? [];
  return answer ? { answer: answer as Answer, requestId: Number(id) } : null;
}

export const createReviewButtons = ({ reviews, accounts }: ReviewButtonsOptions) => ({
  isButton: (data: string): boolean => parseButton(data) !== null,

  /** Handles a pressed button; a repeated press changes nothing. Null for another feature's button. */
  async press({ data, person, languageCode }: BotPress): Promise<BotNotice | null> {
    const button = parseButton(data);
    if (!button) return null;
    const language = languageOfTelegram(languageCode);
    const over = { notice: notices.over[language], isRefusal: true };
    if (await accounts.isUnconfirmed(person.id)) return refusalNotice('unconfirmed', language);
    const holder = await accounts.member(person.id);
    if (!holder) return over;
    try {
      await reviews.answer(holder, button.requestId, button.answer === 'yes');
    } catch (error) {
      if (error instanceof DomainError && error.code === 'NOT_FOUND') return over;
      throw error;
    }
    return { notice: notices[button.answer][language], isRefusal: false };
  },
});
