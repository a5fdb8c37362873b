// Deterministic answers of the fake language model.
import { pseudoTranslate } from './pseudoTranslation.ts';
import type { Language } from '../../server/shared/language.ts';

export interface ModelQuestion {
  task: string;
  instruction: string;
  data: Record<string, string | null>;
}

const isRussian = (text: string): boolean => /\p{Script=Cyrillic}/u.test(text);

const wordsOf = (text: string): string[] =>
  text.toLowerCase().match(/[\p{Letter}\p{Number}]+/gu) ?? [];

function analysis({ instruction, data }: ModelQuestion): unknown {
  const text = (data['text'] ?? '').trim().replaceAll(/[ \t]+/g, ' ');
  const inRussian = /every "reason" in Russian/.test(instruction);
  const parts = text
    .split(/\n\s*(?:[-*•]|\d+[.)])\s*/)
    .map((part) => part.trim())
    .filter(Boolean);
  if (parts.length > 1) {
    return {
      improvedCases: parts.slice(0, 5).map((part) => ({
        type: 'split',
        reason: inRussian ? 'Это отдельный пример.' : 'This is an example of its own.',
        text: part,
      })),
    };
  }
  if (wordsOf(text).length < 6) {
    return {
      improvedCases: [
        {
          type: 'needs_clarification',
          reason: inRussian
            ? 'Что именно вы сделали и что это дало?'
            : 'What exactly did you do, and what did it bring?',
          text,
        },
      ],
    };
  }
  const polished = text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?…]$/.test(text) ? '' : '.');
  return {
    improvedCases: [
      {
        type: 'improved',
        reason: inRussian
          ? 'Текст понятен, правки минимальны.'
          : 'The text is clear; hardly anything was changed.',
        text: polished,
      },
    ],
  };
}

const target = (data: ModelQuestion['data']): Language => (data['to'] === 'ru' ? 'ru' : 'en');

function judgement({ instruction, data }: ModelQuestion): unknown {
  const before = new Set(wordsOf(data['before'] ?? ''));
  const after = new Set(wordsOf(data['after'] ?? ''));
  const same = [...after].filter((word) => before.has(word)).length;
  const share = 1 - same / Math.max(before.size, after.size, 1);
  const isSignificant = share >= 0.3;
  const percent = Math.round(share * 100);
  return {
    isSignificant,
    reason: !isSignificant
      ? null
      : /"reason" in Russian/.test(instruction)
        ? `Изменилось ${percent} % слов.`
        : `${percent} % of the words changed.`,
  };
}

const verbs = {
  ru: ['найти', 'сделать', 'проверить', 'собрать', 'сравнить', 'показать', 'исправить', 'описать'],
  en: ['find', 'make', 'check', 'collect', 'compare', 'show', 'mend', 'describe'],
};

/** A verb and the longest word of the description; a Russian one when there is only a Russian description. */
function tasks({ data }: ModelQuestion): unknown {
  const text = data['descriptionEn'] ?? data['descriptionRu'] ?? '';
  const word = wordsOf(text).toSorted((one, other) => other.length - one.length)[0] ?? 'text';
  const english = pseudoTranslate(word, 'en').split(' ').at(-1) ?? '';
  return {
    ru: verbs.ru.map((verb) => `${verb} ${isRussian(word) ? word : 'это'}`),
    en: verbs.en.map((verb) => `${verb} ${english}`),
  };
}

/** The answer to a question, as the content of the model's message. */
export function answerTo(asked: ModelQuestion): unknown {
  const { task, data } = asked;
  switch (task) {
    case 'use_case_analysis':
      return analysis(asked);
    case 'translation':
      return { text: pseudoTranslate(data['text'] ?? '', target(data)) };
    case 'change_judgement':
      return judgement(asked);
    case 'item_translation':
      return {
        description: pseudoTranslate(data['description'] ?? '', target(data)),
      };
    case 'tag_names':
      return {
        names: (data['tags'] ?? '').split('\n').map((tag) => ({
          ru: `тег ${pseudoTranslate(tag.replaceAll('-', ' '), 'ru')}`,
          en: isRussian(tag) ? pseudoTranslate(tag, 'en') : tag.replaceAll('-', ' '),
        })),
      };
    case 'item_tasks':
      return tasks(asked);
    default:
      return {
        text: isRussian(Object.values(data).join(' ')) ? 'Неизвестная задача' : 'Unknown task',
      };
  }
}
