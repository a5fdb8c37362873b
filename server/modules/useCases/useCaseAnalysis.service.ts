// Use case analysis of a text before it is saved (specification, section 4): by the language model, or by rules.
import { refuseCredentials } from '../../shared/credentials.ts';
import { parseInput } from '../../shared/validation.ts';
import type { Log } from '../../shared/log.ts';
import { requireMember, type Viewer } from '../people/accounts/accounts.module.ts';
import type { Language } from '../../shared/language.ts';
import {
  createStepTracker,
  stepPlans,
  type UseCaseProgressStore,
} from './useCaseProgress.store.ts';
import {
  analyseInput,
  type UseCaseAnalysis as Analysis,
  type UseCaseModel,
  type ImprovedCase,
} from './useCases.ts';

/** Minimum number of words. */
const minWords = 8;
const maxCases = 5;

const wordsOf = (text: string): string[] =>
  text.toLowerCase().match(/[\p{Letter}\p{Number}%]+/gu) ?? [];

/** Matches whole words, including Cyrillic ones; `\b` supports Latin letters only. */
const wholeWords = (pattern: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'iu');

const who = wholeWords(
  [
    'я|мы|мне|меня|нам|нас|наш\\p{L}*|мой|моя|мои|моей|коллег\\p{L}*|команд\\p{L}*|отдел\\p{L}*|студи\\p{L}*',
    '(?:дизайнер|художник|программист|разработчик|аналитик|маркетолог|продюсер|тестировщик|менеджер|сценарист|редактор|инженер|юрист|рекрутер)\\p{L}*',
    // Verbs in the first person or the plural past imply the author: "пишу", "делаем", "собрали".
    '\\p{L}+(?:аю|яю|ую|ею|ию|лю|шу|жу|чу|щу|аем|яем|уем|еем|шем|жем|им|али|яли|или|ели|ала|яла|ила)',
    'i|we|me|us|my|our|ours|colleagues?|teams?|studio|department',
    'designers?|artists?|programmers?|developers?|analysts?|marketers?|producers?|testers?|managers?|writers?|editors?|engineers?|lawyers?|recruiters?',
  ].join('|'),
);

const what = wholeWords(
  [
    '(?:i|we)\\s+\\p{L}+|\\p{L}+(?:аю|яю|ую|ею|лю|шу|жу|чу|щу|аем|яем|уем|еем|шем|жем|дим|сим|вим|пим|тим|али|яли|или|ели|ал|ял|ил|ала|яла|ила|ает|яет|ует|еет|ит|ют|ат|ят|ить|ать|еть|ять|аться|иться)',
    'use[ds]?|using|(?:ask|record|check|test|review|paste|draft|convert|edit|design|build|plan|search|need|turn|help|feed|load|upload|collect|sort|mark|clean|compar|describ|explain|generat|translat|summari[sz]|creat|automat|prototyp|analy[sz]|prepar|paint|draw|render|transcrib|replac|simulat|debug|compos|rewrit|writ|mak|giv|tak|describ|iterat|import|export|schedul|train|brainstorm|outlin|wir|point|describ)(?:e|es|ed|ing|s)?',
    'made|wrote|gave|took|built|drew|ran|run|runs|got|get|gets|put|puts|let|lets|find|finds|found|keep|keeps|kept|read|reads|send|sends|sent|show|shows|hand|hands|drop|drops|have|has|had|do|does|did|show|shows|spot|spots|see|sees|pull|pulls|talk|talks|start|starts|try|tries|tell|tells|add|adds|pick|picks|throw|throws|look|looks|cover|covers',
  ].join('|'),
);

const result = wholeWords(
  [
    '\\p{N}+%?|процент\\p{L}*|минут\\p{L}*|секунд\\p{L}*|час|часа|часов|часы|дня|дней|день|недел\\p{L}*|месяц\\p{L}*|два|две|три|четыре|пять|шесть|семь|восемь|девять|десят\\p{L}*|двадцат\\p{L}*|тридцат\\p{L}*|сорок|пятьдесят|сотн\\p{L}*|тысяч\\p{L}*|половин\\p{L}*|трет\\p{L}*|четверт\\p{L}*|раз|дважды|вдвое|втрое|полчаса',
    'вместо|быстрее|раньше|теперь|итог\\p{L}*|результат\\p{L}*|эконом\\p{L}*|сокра\\p{L}*|уменьш\\p{L}*|снизи\\p{L}*|повыс\\p{L}*|получа\\p{L}*|получи\\p{L}*|удал\\p{L}*|позвол\\p{L}*|успева\\p{L}*|больше|меньше|сразу|без|чтобы|поэтому|уходит|остаётся|хватает|готов\\p{L}*|наконец|нашл\\p{L}*|находи\\p{L}*|никто|перестал\\p{L}*|видно|ни разу',
    'percent|minutes?|seconds?|hours?|days?|weeks?|months?|two|three|four|five|six|seven|eight|nine|ten|dozens?|twenty|thirty|forty|fifty|hundreds?|thousands?|third|quarter|once|twice|times|half',
    'instead|faster|earlier|before|now|results?|sav(?:e[ds]?|ing)|reduc(?:e[ds]?|ing)|cut|fewer|less|more|longer|so|get|gets|got|without|ready|already|finally|nobody|never|found|finds?|stopped|straight|leaves?|takes?|enough|at once|sooner',
  ].join('|'),
);

const vague = wholeWords(
  [
    'удобн\\p{L}*|полезн\\p{L}*|классн\\p{L}*|крут\\p{L}*|отличн\\p{L}*|супер|рекоменду\\p{L}*|разное|всякое|многое|что-то|как-то|для работы|по работе|всё подряд',
    'useful|handy|great|cool|awesome|nice|stuff|things|everything|something|somehow|for work|various',
  ].join('|'),
);

type Lack = 'short' | 'vague' | 'who' | 'what' | 'result';

const asks: Record<Language, Record<Lack, string>> = {
  ru: {
    short: 'подробности, хотя бы одно полное предложение',
    vague: 'конкретную задачу вместо общих слов',
    who: 'кто это делает',
    what: 'что именно делаете с сервисом',
    result: 'что это дало: время, качество, числа',
  },
  en: {
    short: 'more detail, at least one full sentence',
    vague: 'a specific task instead of general words',
    who: 'who does it',
    what: 'what exactly you do with the service',
    result: 'what came of it: time, quality, numbers',
  },
};

const sentences: Record<Language, { ask: string; hint: string; good: string; split: string }> = {
  ru: {
    ask: 'Не хватает конкретики. Добавьте: ',
    hint: 'Уже понятно. Станет ещё полезнее, если добавить: ',
    good: 'Понятно, кто что сделал и с каким результатом.',
    split: 'Похоже на отдельный кейс: его удобнее читать и оценивать сам по себе.',
  },
  en: {
    ask: 'It needs more detail. Add: ',
    hint: 'Already clear. It would be even more useful with: ',
    good: 'It’s clear who did what and with what result.',
    split: 'This looks like a separate example: easier to read and rate on its own.',
  },
};

function findMissingParts(text: string): Lack[] {
  const words = wordsOf(text);
  const has = { who: who.test(text), what: what.test(text), result: result.test(text) };
  const lacks: Lack[] = [];
  if (words.length < minWords) lacks.push('short');
  if (vague.test(text) && !has.result && words.length < 2 * minWords) lacks.push('vague');
  for (const part of ['who', 'what', 'result'] as const) if (!has[part]) lacks.push(part);
  return lacks;
}

const isTooVague = (lacks: Lack[]): boolean =>
  lacks.some((lack) => lack === 'short' || lack === 'vague' || lack === 'what') || lacks.length > 1;

/** Normalises white space, the first letter and the full stop; changes no word. */
export function polish(text: string): string {
  const tidy = text
    .trim()
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ *\n */g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n');
  const first = /^\p{Ll}+(?!\p{L})/u.exec(tidy)?.[0];
  const started = first ? first.charAt(0).toUpperCase() + tidy.slice(1) : tidy;
  return /[\p{L}\p{N}»”"')]$/u.test(started) ? `${started}.` : started;
}

/** The examples in a text: items of a list, or paragraphs that are long enough. */
function splitExamples(text: string): string[] {
  const listed = text
    .split(/(?:^|\n)[^\S\n]*(?:[-–—*•]|\d{1,2}[.)])[^\S\n]+/)
    .map((part) => part.trim());
  const items = listed.filter((part) => wordsOf(part).length >= minWords);
  if (items.length > 1) return items;
  return text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => wordsOf(part).length >= minWords);
}

function checkExample(
  text: string,
  language: Language,
  good: { type: ImprovedCase['type']; reason: string },
): ImprovedCase {
  const lacks = findMissingParts(text);
  const wanted = lacks.map((lack) => asks[language][lack]).join('; ');
  if (isTooVague(lacks)) {
    return {
      type: 'needs_clarification',
      reason: `${sentences[language].ask}${wanted}.`,
      text: text.trim(),
    };
  }
  const reason = lacks.length > 0 ? `${sentences[language].hint}${wanted}.` : good.reason;
  // A change of punctuation alone is not offered.
  return { type: good.type, reason, text: good.type === 'split' ? polish(text) : text.trim() };
}

/**
 * Analyses a text by rules; reasons are in `language`. Several examples are split; a single one is returned unchanged.
 */
export function analyseByRules(text: string, language: Language): ImprovedCase[] {
  const examples = splitExamples(text);
  if (examples.length > 1) {
    const good = { type: 'split', reason: sentences[language].split } as const;
    return examples.slice(0, maxCases).map((example) => checkExample(example, language, good));
  }
  return [checkExample(text, language, { type: 'improved', reason: sentences[language].good })];
}

interface Options {
  progress: UseCaseProgressStore;
  /** Null when no language model is configured. */
  model: UseCaseModel | null;
  log: Log;
}

export const createUseCaseAnalysis = ({ progress, model, log }: Options) => {
  const following = createStepTracker(progress, log);
  return {
    /**
     * Checks a text by the model, or by rules without one. Reasons are in `language`.
     * @throws DomainError INVALID for a blank or too long text and (`holdsKey`) for a text with a secret, which is not
     * sent to the model; UNAVAILABLE when the model gives no valid answer
     */
    async analyse(
      viewer: Viewer,
      language: Language,
      input: { text: string; progressId?: string | null },
    ): Promise<Analysis> {
      const member = requireMember(viewer);
      const { text, progressId } = parseInput(analyseInput, input);
      await refuseCredentials({ text });
      return following(member.user.id, progressId, stepPlans.analyse, async (enter) => {
        await enter('analysing_text');
        return model
          ? { improvedCases: await model.analyse(text, language), source: 'model' as const }
          : { improvedCases: analyseByRules(text, language), source: 'rules' as const };
      });
    },
  };
};
