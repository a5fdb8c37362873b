// Telegram buttons for answering an access review.
import { oneLine, cutText } from '../../shared/untrustedText.ts';
import { DomainError } from '../../shared/domainError.ts';
import {
  languageOfTelegram,
  type BotButton,
  type BotNotice,
  type BotPress,
  type Member,
} from '../people/accounts/accounts.module.ts';
import type { Language } from '../../shared/language.ts';
import type { AccessReviews } from './accessReviews.service.ts';

interface Options {
  reviews: Pick<AccessReviews, 'answer'>;
  /** The connected account if it is active, else null. */
  member(telegramId: string): Promise<Member | null>;
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

export const createReviewButtons = ({ reviews, member }: Options) => ({
  isButton: (data: string): boolean => parseButton(data) !== null,

  /** Handles a pressed button; a repeated press changes nothing. Null for another feature's button. */
  async press({ data, person, languageCode }: BotPress): Promise<BotNotice | null> {
    const button = parseButton(data);
    if (!button) return null;
    const language = languageOfTelegram(languageCode);
    const over = { notice: notices.over[language], isRefusal: true };
    const holder = await member(person.id);
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
