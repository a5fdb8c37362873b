// Russian texts of problems; codes stay unchanged.
import type { ErrorCode } from '../../shared/domainError.ts';
import type { FieldError, FieldKind } from '../../shared/fieldErrors.ts';
import type { Problem } from './problems.ts';
import { russianReasons } from './russian/generated.ts';

/** By names of errors too: a reason that is also an error has the same sentence. */
const reasons = new Map<string, string>(Object.entries(russianReasons));

/** Reasons of the body parsers, which run before every transport (server/transports/http/errors.ts). */
const unreadable: Record<string, string> = {
  'body.notJson':
    'Тело запроса должно быть в формате JSON с заголовком Content-Type: application/json.',
  'charset.unsupported': 'Кодировка тела запроса неизвестна.',
  'encoding.unsupported': 'Способ сжатия тела запроса неизвестен.',
  'entity.parse.failed': 'Тело запроса должно быть в формате JSON.',
  'entity.too.large': 'Тело запроса слишком велико.',
  'host.missing': 'В запросе не назван хост.',
  'url.too.long': 'Адрес запроса слишком длинный.',
};

const codes: Record<ErrorCode | 'INTERNAL', string> = {
  UNAUTHENTICATED: 'Сначала войдите.',
  FORBIDDEN: 'У вас нет прав на это действие.',
  NOT_FOUND: 'Не найдено: возможно, это удалили.',
  INVALID: 'Запрос составлен неверно.',
  CONFLICT: 'Данные уже изменились. Прочитайте их снова и повторите.',
  GONE: 'Этого больше нет.',
  TOO_MANY: 'Слишком много запросов подряд. Повторите чуть позже.',
  UNAVAILABLE: 'Сервер сейчас недоступен. Повторите чуть позже.',
  INTERNAL: 'Что-то пошло не так.',
};

const titles: Record<number, string> = {
  400: 'Неверный запрос',
  401: 'Нужен вход',
  403: 'Нет доступа',
  404: 'Не найдено',
  405: 'Метод не поддерживается',
  409: 'Конфликт',
  410: 'Больше не существует',
  413: 'Слишком большой запрос',
  414: 'Слишком длинный адрес',
  415: 'Неизвестный формат',
  429: 'Слишком много запросов',
  500: 'Ошибка сервера',
  503: 'Сервер недоступен',
};

const kinds: Record<FieldKind, string> = {
  string: 'текстом',
  integer: 'целым числом',
  'string or integer': 'текстом или целым числом',
  number: 'числом',
  boolean: 'true или false',
  object: 'объектом JSON',
  array: 'списком',
  'date-time': 'моментом вида 2026-10-01T09:30:00.000Z',
};

function requirement({ code, expected, values, limit = 0 }: FieldError): string {
  const most = limit.toLocaleString('ru');
  if (values) return `принимает одно из значений: ${values.join(', ')}`;
  switch (code) {
    case 'required':
      return 'не заполнено';
    case 'unknown':
      return 'здесь неизвестно';
    case 'repeated':
      return 'можно указать только один раз';
    case 'same':
      return 'повторяет другое слово';
    case 'unstorable':
      return 'содержит знаки, которые нельзя сохранить';
    case 'invalid_json':
      return 'должно быть в формате JSON';
    case 'too_long':
      return limit > 0 ? `вмещает знаков: не больше ${most}` : 'слишком длинное';
    case 'too_deep':
      return `вмещает уровней: не больше ${most}`;
    case 'too_big':
      return `допускает не больше ${most}`;
    case 'too_small':
      return `допускает не меньше ${most}`;
    default:
      return expected ? `должно быть ${kinds[expected]}` : 'заполнено неверно';
  }
}

function sentenceOf(error: FieldError): string {
  const known = reasons.get(error.code);
  if (known) return known;
  const subject = error.path ? `Поле «${error.path}»` : 'Тело запроса';
  return `${subject} ${requirement(error)}.`;
}

/** The same problem with `error`, `detail`, `title` and the field messages in Russian. */
export function inRussian(problem: Problem): Problem {
  const errors = problem.errors?.map((one) => ({ ...one, message: sentenceOf(one) }));
  const reason = problem.reason ?? '';
  const sentence =
    reasons.get(reason) ??
    unreadable[reason] ??
    (errors
      ?.slice(0, 5)
      .map(({ message }) => message)
      .join(' ') ||
      codes[problem.code as keyof typeof codes]);
  return {
    ...problem,
    error: sentence,
    title: titles[problem.status] ?? 'Ошибка',
    detail: sentence,
    ...(errors ? { errors } : {}),
  };
}
