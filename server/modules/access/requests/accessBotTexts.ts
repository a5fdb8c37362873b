// Texts of the bot about access requests, in both languages.
import { limits } from '../../../config/limits.ts';
import { cutText, oneLine, quoteLines } from '../../../shared/cleanText.ts';
import type { BotButton, BotNotice } from '../../people/accounts/accounts.module.ts';
import type { Language } from '../../../shared/language.ts';
import {
  type AccessRequest,
  type BilingualText,
  dataClassNames,
  deadlineText,
  planName,
} from './accessRequests.ts';
import { isWaitingForApprover, type AccessStatus } from './accessStateMachine.ts';

const buttonActions = ['approve', 'decline', 'ask'] as const;
export type ButtonAction = (typeof buttonActions)[number];
/** Decisions that need a text. */
export type PromptedAction = Exclude<ButtonAction, 'approve'>;

const bilingual = (words: BilingualText): string => words.join(' · ');

const buttons: Record<ButtonAction, BilingualText> = {
  approve: ['Одобрить', 'Approve'],
  decline: ['Отклонить', 'Decline'],
  ask: ['Спросить', 'Ask'],
};

const states: Record<AccessStatus, BilingualText> = {
  requested: ['Ждёт решения', 'Waiting for a decision'],
  needs_answer: ['Задан вопрос', 'Question asked'],
  approved: ['Одобрен', 'Approved'],
  granted: ['Доступ выдан', 'Access granted'],
  declined: ['Отклонён', 'Declined'],
  expired: ['Доступ истёк', 'Access expired'],
  revoked: ['Доступ отозван', 'Access revoked'],
  withdrawn: ['Отозван', 'Withdrawn'],
};

/** A request with the names of the people involved. */
export interface AccessMessageFacts {
  request: AccessRequest;
  /** All requests of the batch including this one; empty for a single request. */
  batch: Pick<AccessRequest, 'service' | 'status' | 'version'>[];
  /** Null for a deleted account. */
  requesterName: string | null;
  companyName: string | null;
  deciderName: string | null;
}

const { name: nameLength, said: saidLength } = limits.accessRequest.inMessage;
const nameOf = (name: string): string => cutText(oneLine(name), nameLength);
const said = (text: string): string => cutText(quoteLines(text, '│'), saidLength);

const placeOf = (language: Language): 0 | 1 => (language === 'ru' ? 0 : 1);

/** The status, with the approver's name, in one language. */
const statusText = ({ request, deciderName }: AccessMessageFacts, words: string): string => {
  const isTheirs = request.status !== 'withdrawn' && request.status !== 'requested';
  return isTheirs && deciderName !== null ? `${words} (${nameOf(deciderName)})` : words;
};

/** The whole message; people's texts are quoted. */
export function accessMessageText(facts: AccessMessageFacts, pageUrl: string): string {
  const { request, requesterName, companyName } = facts;
  const row = (name: BilingualText, value: string): string => `${bilingual(name)}: ${value}`;
  const who = [requesterName, companyName].flatMap((one) => (one === null ? [] : [nameOf(one)]));
  const data = dataClassNames(request.dataClasses);
  const plan = bilingual(planName(request.subscriptionType));
  return [
    row(['Запрос доступа', 'Access request'], nameOf(request.service)),
    row(['Кто', 'Who'], who.join(', ')),
    row(
      ['Подписка', 'Subscription'],
      request.needsTesting
        ? `${plan}; ${bilingual(['нужен тестовый период', 'trial needed'])}`
        : plan,
    ),
    ...(data ? [row(['Данные', 'Data'], bilingual(data))] : []),
    ...(isWaitingForApprover(request.status)
      ? [row(['Срок решения', 'Decide by'], bilingual(deadlineText(request.dueAt)))]
      : []),
    `${bilingual(['Для чего', 'What for'])}:\n${said(request.features)}`,
    '',
    statusText(facts, bilingual(states[request.status])),
    ...(request.expiresAt === null
      ? []
      : [row(['Доступ до', 'Access until'], bilingual(deadlineText(request.expiresAt)))]),
    ...(request.decisionMessage === null ? [] : [said(request.decisionMessage)]),
    ...(request.answer === null
      ? []
      : [`${bilingual(['Ответ', 'Answer'])}:\n${said(request.answer)}`]),
    '',
    pageUrl,
  ].join('\n');
}

/** The message about a batch of requests, which are decided on the page. */
export function batchMessageText(
  { request, batch, requesterName, companyName }: AccessMessageFacts,
  pageUrl: string,
): string {
  const who = [requesterName, companyName].flatMap((one) => (one === null ? [] : [nameOf(one)]));
  const room = Math.floor(limits.accessRequest.inMessage.services / batch.length);
  return [
    `${bilingual(['Запросы доступа', 'Access requests'])}: ${batch.length}`,
    `${bilingual(['Кто', 'Who'])}: ${who.join(', ')}`,
    ...batch.map(
      ({ service, status }) =>
        `• ${cutText(oneLine(service), room)}${status === 'requested' ? '' : `: ${bilingual(states[status])}`}`,
    ),
    `${bilingual(['Для чего', 'What for'])}:\n${said(request.features)}`,
    '',
    pageUrl,
  ].join('\n');
}

export const accessButtons = (messageId: number): BotButton[] =>
  buttonActions.map((act) => ({
    text: bilingual(buttons[act]),
    data: `access ${act} ${messageId}`,
  }));

const maxId = 2_147_483_647;

/** The decision of a button; null for a button of another feature. */
export function parseAccessButton(data: string): { act: ButtonAction; id: number } | null {
  const [, act, id] = /^access (approve|decline|ask) ([1-9]\d{0,9})$/.exec(data) ?? [];
  return id && Number(id) <= maxId ? { act: act as ButtonAction, id: Number(id) } : null;
}

const promptedActions = ['decline', 'ask'] as const satisfies readonly PromptedAction[];

const questions: Record<PromptedAction, BilingualText> = {
  decline: [
    'Почему запрос отклонён? Ответьте на это сообщение.',
    'Why is it declined? Reply to this message.',
  ],
  ask: [
    'Что вы хотите узнать? Ответьте на это сообщение.',
    'What do you want to know? Reply to this message.',
  ],
};

/** Prompt for a text; its first line contains the id of the message. */
export const promptText = (
  messageId: number,
  act: PromptedAction,
  { service, language }: { service: string; language: Language },
): string => `№ ${messageId}\n${questions[act][placeOf(language)]}\n${nameOf(service)}`;

/** The message and the decision of a prompt; null for any other text. */
export function parsePrompt(text: string): { id: number; act: PromptedAction } | null {
  const [, id, asked = ''] = /^№ ([1-9]\d{0,9})\n(.*)\n/.exec(text) ?? [];
  const act = promptedActions.find((one) => questions[one].includes(asked));
  return act && Number(id) <= maxId ? { id: Number(id), act } : null;
}

/** Replacement text for a message to a person who may no longer decide. */
export const closedMessageText = (): string => refusals.notYours.join('\n');

export type PressRefusal = 'foreign' | 'over' | 'notYours' | 'unconfirmed' | 'tooLong' | 'holdsKey';

const refusals: Record<PressRefusal, BilingualText> = {
  foreign: ['Эта кнопка — для другого человека.', 'This button is for someone else.'],
  over: [
    'Кнопка больше не действует. Решить можно на странице запроса.',
    'This button has expired. Decide on the request’s page.',
  ],
  unconfirmed: [
    'Google давно не подтверждал ваш аккаунт. Войдите в Loadout через Google в браузере — и кнопки снова заработают.',
    'Google hasn’t confirmed your account for too long. Sign in to Loadout with Google in a browser; the buttons will then work again.',
  ],
  notYours: ['Вы больше не решаете по этому запросу.', 'You no longer decide on this request.'],
  tooLong: [
    `Слишком длинно: не больше ${limits.text.accessWord} знаков. Ответьте ещё раз.`,
    `Too long: no more than ${limits.text.accessWord} characters. Reply again.`,
  ],
  holdsKey: [
    'Это ключ или токен: кто его прочтёт, сможет им воспользоваться. Ответьте ещё раз без него.',
    'This is a key or a token: anyone who reads it can use it. Reply again without it.',
  ],
};

export const refusalNotice = (refusal: PressRefusal, language: Language): BotNotice => ({
  notice: refusals[refusal][placeOf(language)],
  isRefusal: true,
});

/** The status after a button, or an earlier decision by somebody else. */
export function statusNotice(
  facts: AccessMessageFacts,
  { language, isLate }: { language: Language; isLate: boolean },
): BotNotice {
  const at = placeOf(language);
  const words = statusText(facts, states[facts.request.status][at]);
  const before = isLate ? (['Уже решено', 'Already decided'] as const)[at] : null;
  return { notice: before ? `${before}: ${words}` : words, isRefusal: isLate };
}
