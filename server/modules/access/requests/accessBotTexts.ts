// What the bot writes to those who decide on a request for access, and says when they press its buttons.
import { limits } from '../../../config/limits.ts';
import { cutText, oneLine, quoteLines } from '../../../shared/untrustedText.ts';
import type { BotButton, BotNotice } from '../../people/accounts/accounts.module.ts';
import type { Language } from '../../../shared/language.ts';
import type { AccessRequest } from './accessRequests.ts';
import { waitsForDecision, type AccessStatus } from './accessStateMachine.ts';
import { dataWords, limitWords, planWords, type Both } from './accessTexts.ts';

/** What somebody decides by a button of the bot. */
const buttonActs = ['approve', 'decline', 'ask'] as const;
export type ButtonAct = (typeof buttonActs)[number];
/** What takes a word. */
export type WordAct = Exclude<ButtonAct, 'approve'>;

const inBoth = (words: Both): string => words.join(' · ');

const buttons: Record<ButtonAct, Both> = {
  approve: ['Одобрить', 'Approve'],
  decline: ['Отклонить', 'Decline'],
  ask: ['Спросить', 'Ask'],
};

const states: Record<AccessStatus, Both> = {
  requested: ['Ждёт решения', 'Waits for a decision'],
  needs_answer: ['Задан вопрос', 'A question was asked'],
  approved: ['Одобрен', 'Approved'],
  granted: ['Доступ открыт', 'Access is granted'],
  declined: ['Отклонён', 'Declined'],
  expired: ['Срок доступа закончился', 'Access has expired'],
  revoked: ['Доступ закрыт', 'Access is revoked'],
  withdrawn: ['Отозван', 'Withdrawn'],
};

/** A request, and the names of its people. */
export interface AccessMessageFacts {
  request: AccessRequest;
  /** Null when the account is deleted. */
  requesterName: string | null;
  companyName: string | null;
  deciderName: string | null;
}

const { name: nameLength, said: saidLength } = limits.accessRequest.inMessage;
const nameOf = (name: string): string => cutText(oneLine(name), nameLength);
const said = (text: string): string => cutText(quoteLines(text, '│'), saidLength);

const placeOf = (language: Language): 0 | 1 => (language === 'ru' ? 0 : 1);

/** How the request stands, and by whom it came to: in one language. */
const stateOf = ({ request, deciderName }: AccessMessageFacts, words: string): string => {
  const isTheirs = request.status !== 'withdrawn' && request.status !== 'requested';
  return isTheirs && deciderName !== null ? `${words} (${nameOf(deciderName)})` : words;
};

/** The whole message. What people wrote stands in it as lines that are marked as theirs. */
export function accessMessageText(facts: AccessMessageFacts, pageUrl: string): string {
  const { request, requesterName, companyName } = facts;
  const row = (name: Both, value: string): string => `${inBoth(name)}: ${value}`;
  const who = [requesterName, companyName].flatMap((one) => (one === null ? [] : [nameOf(one)]));
  const data = dataWords(request.dataClasses);
  const plan = inBoth(planWords(request.subscriptionType));
  return [
    row(['Запрос доступа', 'Access request'], nameOf(request.service)),
    row(['Кто', 'Who'], who.join(', ')),
    row(
      ['Подписка', 'Plan'],
      request.needsTesting ? `${plan}; ${inBoth(['нужен тестовый период', 'trial needed'])}` : plan,
    ),
    ...(data ? [row(['Данные', 'Data'], inBoth(data))] : []),
    ...(waitsForDecision(request.status)
      ? [row(['Срок решения', 'Decide by'], inBoth(limitWords(request.dueAt)))]
      : []),
    `${inBoth(['Для чего', 'What for'])}:\n${said(request.features)}`,
    '',
    stateOf(facts, inBoth(states[request.status])),
    ...(request.expiresAt === null
      ? []
      : [row(['Доступ до', 'Access until'], inBoth(limitWords(request.expiresAt)))]),
    ...(request.decisionMessage === null ? [] : [said(request.decisionMessage)]),
    ...(request.answer === null
      ? []
      : [`${inBoth(['Ответ', 'Answer'])}:\n${said(request.answer)}`]),
    '',
    pageUrl,
  ].join('\n');
}

export const accessButtons = (messageId: number): BotButton[] =>
  buttonActs.map((act) => ({ text: inBoth(buttons[act]), data: `access ${act} ${messageId}` }));

const maxId = 2_147_483_647;

/** What a pressed button wants; null for a button of another part. */
export function readAccessButton(data: string): { act: ButtonAct; id: number } | null {
  const [, act, id] = /^access (approve|decline|ask) ([1-9]\d{0,9})$/.exec(data) ?? [];
  return id && Number(id) <= maxId ? { act: act as ButtonAct, id: Number(id) } : null;
}

const wordActs = ['decline', 'ask'] as const satisfies readonly WordAct[];

const questions: Record<WordAct, Both> = {
  decline: [
    'Почему запрос отклонён? Ответьте на это сообщение.',
    'Why is it declined? Reply to this message.',
  ],
  ask: [
    'Что вы хотите узнать? Ответьте на это сообщение.',
    'What do you want to know? Reply to this message.',
  ],
};

/** Asks for a word; the first line says on what. */
export const wordQuestion = (
  messageId: number,
  act: WordAct,
  { service, language }: { service: string; language: Language },
): string => `№ ${messageId}\n${questions[act][placeOf(language)]}\n${nameOf(service)}`;

/** The number of the message on which a word was asked, and what for; null for any other text. */
export function readWordQuestion(text: string): { id: number; act: WordAct } | null {
  const [, id, asked = ''] = /^№ ([1-9]\d{0,9})\n(.*)\n/.exec(text) ?? [];
  const act = wordActs.find((one) => questions[one].includes(asked));
  return act && Number(id) <= maxId ? { id: Number(id), act } : null;
}

/** What stands in place of a message to somebody who decides on the request no more. */
export const accessMessageOver = (): string => refusals.notYours.join('\n');

/** What may stand in the way of a press. */
export type PressRefusal = 'foreign' | 'over' | 'notYours' | 'unconfirmed' | 'tooLong' | 'holdsKey';

const refusals: Record<PressRefusal, Both> = {
  foreign: ['Эта кнопка — для другого человека.', 'This button is for somebody else.'],
  over: [
    'Кнопка больше не действует. Решить можно на странице запроса.',
    'This button has expired. Decide on the page of the request.',
  ],
  unconfirmed: [
    'Google давно не подтверждал ваш аккаунт. Войдите в Loadout через Google в браузере — и кнопки снова заработают.',
    'Google hasn’t confirmed your account for too long. Sign in to Loadout with Google in a browser; the buttons will then work again.',
  ],
  notYours: ['Вы больше не решаете по этому запросу.', 'You no longer decide on this request.'],
  tooLong: [
    `Слишком длинно: не больше ${limits.text.accessWord} знаков. Ответьте ещё раз.`,
    `Too long: at most ${limits.text.accessWord} characters. Reply again.`,
  ],
  holdsKey: [
    'Это ключ или токен: кто его прочтёт, сможет им воспользоваться. Ответьте ещё раз без него.',
    'This holds a key or a token: whoever reads it can use it. Reply again without it.',
  ],
};

export const sayRefusal = (refusal: PressRefusal, language: Language): BotNotice => ({
  notice: refusals[refusal][placeOf(language)],
  isRefusal: true,
});

/** How the request stands: after the press, or since somebody was faster. */
export function sayState(
  facts: AccessMessageFacts,
  { language, isLate }: { language: Language; isLate: boolean },
): BotNotice {
  const at = placeOf(language);
  const words = stateOf(facts, states[facts.request.status][at]);
  const before = isLate ? (['Уже решено', 'Already decided'] as const)[at] : null;
  return { notice: before ? `${before}: ${words}` : words, isRefusal: isLate };
}
