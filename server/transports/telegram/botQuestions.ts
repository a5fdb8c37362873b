// Questions to the Telegram bot: commands in its chat and inline queries, answered by the operations of the schema.
import { randomUUID } from 'node:crypto';
import type { ApolloServer } from '@apollo/server';
import type { Config } from '../../config/config.ts';
import { limits } from '../../config/limits.ts';
import { dataClasses } from '../../modules/access/dataRules/dataRules.ts';
import { type Member, visitor } from '../../modules/people/accounts/accounts.ts';
import type {
  BotAct,
  BotInlineAnswer,
  BotInlineQuery,
  BotQuestion,
  BotQuestions,
} from '../../modules/people/signIn/botMessage.ts';
import { languageOfTelegram } from '../../modules/people/signIn/telegramTexts.ts';
import { tokens } from '../../modules/search/search.module.ts';
import type { Language } from '../../shared/language.ts';
import { startTimeLimit } from '../../shared/requestTimeLimit.ts';
import { oneLine } from '../../shared/cleanText.ts';
import type { Context } from '../graphql/context.ts';
import { mayStill } from '../http/rateLimits.ts';
import { questionTexts } from './botQuestionTexts.ts';
import {
  type DataClass,
  FindForBotDocument,
  type FindForBotQuery,
  type FindForBotQueryVariables,
} from './generated.ts';
import { pageTexts } from './pageTexts/generated.ts';
import { fill, listText, serviceSummary, serviceText, titleOf } from './verdictTexts.ts';

interface Options {
  apollo: ApolloServer<Context>;
  services: Context['services'];
  config: Pick<Config, 'http' | 'telegram' | 'limits'>;
}

interface Asker {
  member: Member;
  language: Language;
}

type Found = FindForBotQuery['result'];
type Search = Omit<FindForBotQueryVariables, 'language'>;

const refuseBrowser = (): never => {
  throw new Error('The Telegram bot has no browser session');
};
const noBrowser: Context['session'] = {
  open: refuseBrowser,
  close: refuseBrowser,
  beginSignIn: refuseBrowser,
  completeSignIn: refuseBrowser,
};

/** Normalises a text for the search; null when it is empty. */
const searchedText = (text: string): string | null =>
  oneLine(text).slice(0, limits.text.search).toWellFormed().trim() || null;

/** Searches with the asker's rights through a reading token, so that answers contain neither hidden data nor the asker's own. */
async function search(
  { apollo, services, config }: Options,
  { member, language }: Asker,
  variables: Search,
): Promise<Found> {
  const viewer: Member = { ...member, via: 'read' };
  const timeLimit = startTimeLimit(config.limits.graphql.timeMs);
  const over = new AbortController();
  const contextValue: Context = {
    viewer,
    language,
    services,
    loaders: services.loadersFor(viewer),
    session: noBrowser,
    requestId: randomUUID(),
    ip: '',
    host: '',
    timeLimit,
    whenOver: () => over.signal,
    isOwnDocument: true,
    // The question itself is counted.
    counted: new Map([['read', 1]]),
  };
  try {
    const { body } = await apollo.executeOperation<FindForBotQuery, FindForBotQueryVariables>(
      { query: FindForBotDocument.toString(), variables: { ...variables, language } },
      { contextValue },
    );
    if (body.kind !== 'single') throw new Error('A question to the bot was answered in parts');
    const { data, errors } = body.singleResult;
    if (!data) throw new Error(`A question to the bot was refused: ${errors?.[0]?.message}`);
    return data.result;
  } finally {
    timeLimit.end();
    over.abort();
  }
}

/** Remaining characters of a message. */
const roomBeside = (parts: readonly string[]): number =>
  limits.botQuestion.message - parts.reduce((sum, part) => sum + part.length + 2, 0);

/** The answer to `/find`, and to `/can` without a service. */
async function listAnswer(
  options: Options,
  asker: Asker,
  { text, asked }: { text: string | null; asked: DataClass[] },
): Promise<string> {
  const { language } = asker;
  const { listed } = limits.botQuestion;
  const found = await search(options, asker, {
    search: text,
    allowedFor: asked,
    page: 0,
    perPage: listed,
    recordGap: true,
  });
  const items = [...found.items, ...found.near].slice(0, listed);
  const { rules, unsure, emptySearch } = pageTexts[language];
  const classes = asked.map((one) => rules.dataClass[one]).join(', ');
  if (items.length === 0) return fill(emptySearch, { query: text ?? classes });
  const head = [
    ...(asked.length > 0 ? [questionTexts[language].allowedFor(classes)] : []),
    ...(found.unsure ? [unsure] : []),
  ];
  const { publicUrl } = options.config.http;
  return [...head, listText(items, { asked, language, publicUrl, room: roomBeside(head) })].join(
    '\n\n',
  );
}

async function canAnswer(options: Options, asker: Asker, given: string): Promise<string> {
  const { language } = asker;
  const { service, dataClasses: asked } = parseDataQuestion(given);
  const text = searchedText(service);
  if (text === null) return listAnswer(options, asker, { text, asked });
  const { items, near, unsure } = await search(options, asker, {
    search: text,
    page: 0,
    perPage: limits.botQuestion.others + 1,
    recordGap: true,
  });
  const [best, ...others] = [...items, ...near].slice(0, limits.botQuestion.others + 1);
  if (!best) return fill(pageTexts[language].emptySearch, { query: text });
  const { publicUrl } = options.config.http;
  const head = [
    ...(unsure ? [pageTexts[language].unsure] : []),
    serviceText(best, { asked, language, publicUrl }),
  ];
  if (others.length === 0) return head.join('\n\n');
  const heading = questionTexts[language].others;
  const room = roomBeside([...head, heading]);
  return [...head, `${heading}\n${listText(others, { asked, language, publicUrl, room })}`].join(
    '\n\n',
  );
}

async function commandAnswer(
  options: Options,
  asker: Asker,
  { command, text }: Pick<BotQuestion, 'command' | 'text'>,
): Promise<string> {
  if (command === 'help' || text.trim() === '')
    return questionTexts[asker.language].help(options.config.telegram?.botName ?? '');
  return command === 'can'
    ? canAnswer(options, asker, text)
    : listAnswer(options, asker, { text: searchedText(text), asked: [] });
}

const buttonAlone = (button: BotInlineAnswer['button']): BotInlineAnswer => ({
  articles: [],
  nextOffset: '',
  button,
});

const readOffset = (offset: string): number => (/^\d{1,4}$/.test(offset) ? Number(offset) : 0);

/** A page of services with their verdicts; without a named service, those that accept the data. */
async function inlineAnswer(
  options: Options,
  asker: Asker,
  { text, offset }: Pick<BotInlineQuery, 'text' | 'offset'>,
): Promise<BotInlineAnswer> {
  const { language } = asker;
  const { service, dataClasses: asked } = parseDataQuestion(text);
  const searched = searchedText(service);
  const page = readOffset(offset);
  const { publicUrl } = options.config.http;
  const found = await search(options, asker, {
    search: searched,
    allowedFor: searched === null ? asked : null,
    page,
    perPage: limits.botQuestion.inlinePage,
    // The text is still being typed.
    recordGap: false,
  });
  const articles = [...found.items, ...found.near].map((item) => ({
    id: item.id,
    title: titleOf(item, language),
    description: serviceSummary(item, asked, language),
    text: serviceText(item, { asked, language, publicUrl }),
  }));
  return {
    articles,
    nextOffset: page + 1 < found.pageCount ? String(page + 1) : '',
    button:
      page === 0 && (articles.length === 0 || text.trim() === '')
        ? { text: questionTexts[language].howToAsk, payload: 'help' }
        : null,
  };
}

export function createBotQuestions(options: Options): BotQuestions {
  const { rateLimits, telegramAccounts, telegramBot } = options.services;
  /** Counts by Telegram account, since the person may not be connected. */
  const may = (kind: 'botQuestion' | 'botRefusal', { person }: BotAct): Promise<boolean> =>
    mayStill(rateLimits, kind, { viewer: visitor, ip: `telegram ${person.id}` });
  // Marked after the answer is ready, so that a failed update is processed when Telegram repeats it.
  const once = async <Answer>({ updateId }: BotAct, answer: Answer): Promise<Answer | null> =>
    (await telegramAccounts.isNew(updateId)) ? answer : null;

  return {
    commands: { ru: questionTexts.ru.commands, en: questionTexts.en.commands },

    async ask({ text, ...act }) {
      const question = { ...act, text: text.slice(0, limits.botQuestion.text) };
      const language = languageOfTelegram(question.languageCode);
      const reply = (text: string) => once(question, { text, link: null, buttons: [] });
      if (!(await may('botQuestion', question)))
        return (await may('botRefusal', question))
          ? reply(`${questionTexts[language].tooMany}.`)
          : null;
      const member = await telegramAccounts.member(question.person.id);
      // Explains that no account is connected, with the link to connect one.
      if (!member) return telegramBot.start({ ...question, token: null });
      return reply(await commandAnswer(options, { member, language }, question));
    },

    async inline(query) {
      const language = languageOfTelegram(query.languageCode);
      const texts = questionTexts[language];
      if (!(await may('botQuestion', query)))
        return once(query, buttonAlone({ text: texts.tooMany, payload: 'help' }));
      const member = await telegramAccounts.member(query.person.id);
      if (!member) return once(query, buttonAlone({ text: texts.connect, payload: 'connect' }));
      return once(query, await inlineAnswer(options, { member, language }, query));
    },
  };
}

/**
 * Names of the classes, compared by their stems. Excludes single words that are also tasks or names ("code", "builds").
 */
const phrases: Record<DataClass, string> = {
  public_material:
    'открытые материалы, публичные материалы, открытые данные, публичные данные, public material, public data',
  source_code: 'исходный код, исходники, сорцы, source code, sourcecode',
  unreleased_art: `неопубликованный арт и билды, неопубликованный арт, неопубликованные билды, невыпущенный арт,
    невыпущенные билды, unreleased art and builds, unreleased art, unreleased builds, unreleased assets`,
  player_data: 'данные игроков, данные об игроках, данные пользователей, player data, user data',
  staff_data: 'данные сотрудников, данные о сотрудниках, staff data, employee data, hr data',
  partner_material: `материалы партнёров и под NDA, материалы партнёров, данные партнёров, материалы под NDA, под NDA,
    partner and NDA material, partner material, partner data, NDA material, under NDA`,
};

/** Longest first: "unreleased art" begins "unreleased art and builds". */
const stemmedPhrases = dataClasses
  .flatMap((dataClass) =>
    phrases[dataClass].split(',').map((phrase) => ({
      dataClass,
      stems: tokens(phrase).map(({ stem }) => stem),
    })),
  )
  .toSorted((one, other) => other.stems.length - one.stems.length);

interface DataQuestion {
  /** The words beside the classes; empty when there are none. */
  service: string;
  /** In the order of the enum. */
  dataClasses: DataClass[];
}

function parseDataQuestion(text: string): DataQuestion {
  const words = tokens(text);
  const found = new Set<DataClass>();
  const kept: typeof words = [];
  let [service, keptFrom] = ['', 0];
  for (let at = 0; at < words.length;) {
    const phrase = stemmedPhrases.find(({ stems }) =>
      stems.every((stem, index) => words[at + index]?.stem === stem),
    );
    const length = phrase?.stems.length ?? 1;
    if (phrase) {
      found.add(phrase.dataClass);
      service += text.slice(keptFrom, words[at]!.start);
      keptFrom = words[at + length - 1]!.end;
    } else kept.push(words[at]!);
    at += length;
  }
  service += text.slice(keptFrom);
  const isNamed = found.size === 0 || kept.some(({ isStop, isSoft }) => !isStop && !isSoft);
  return {
    service: isNamed ? service.replaceAll(/\s+/g, ' ').trim() : '',
    dataClasses: dataClasses.filter((one) => found.has(one)),
  };
}
