// First page data: the answers of the screen’s first queries, written into the HTML.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ApolloServer } from '@apollo/server';
import type { Request } from 'express';
import type { GraphQLFormattedError } from 'graphql';
import { isAdmin } from '../../modules/people/accounts/accounts.ts';
import type { Context } from '../graphql/context.ts';
import type { Log } from '../../shared/log.ts';
import type { Language } from '../../shared/language.ts';

interface Question {
  /** Name of the operation, by which the page finds the answer. */
  name: string;
  query: string;
  variables: Record<string, unknown>;
}

interface Reader {
  language: Language;
  isAdmin: boolean;
  isPhone: boolean;
}

/** The queries of a path; none for most screens. */
export type QuestionsOf = (
  place: { pathname: string; search: string },
  reader: Reader,
) => Question[];

/** One answer as the page reads it. */
export interface FirstAnswer {
  name: string;
  variables: Record<string, unknown>;
  data: unknown;
}

/** A query that was answered with an error. */
class Unanswered extends Error {
  readonly isTooMany: boolean;
  constructor(name: string, { message, extensions }: GraphQLFormattedError) {
    super(`${name}: ${message}`);
    this.isTooMany = extensions?.['code'] === 'TOO_MANY';
  }
}

const none: QuestionsOf = () => [];

/** Loads the queries from the client's build; none before the first build. */
export async function readQuestions(directory: string): Promise<QuestionsOf> {
  const file = join(directory, 'firstPage.js');
  if (!existsSync(file)) return none;
  const { questionsOf } = (await import(pathToFileURL(file).href)) as { questionsOf: QuestionsOf };
  return questionsOf;
}

/** Guesses from the headers; a wrong guess costs the page one request. */
const isPhone = (request: Request): boolean =>
  request.get('sec-ch-ua-mobile') === '?1' || /\bMobi/.test(request.get('user-agent') ?? '');

const pathAndQuery = (request: Request) => {
  const [pathname = '/', ...rest] = request.originalUrl.split('?');
  return { pathname, search: rest.length > 0 ? `?${rest.join('?')}` : '' };
};

interface Options {
  apollo: Pick<ApolloServer<Context>, 'executeOperation'>;
  questionsOf: QuestionsOf;
  /** For all queries of a page together. */
  limits: { ms: number; bytes: number };
  log: Log;
}

/** Undefined for a visitor, and when an answer failed, was late or too large. */
export type ReadFirstPage = (
  context: Context,
  request: Request,
  language: Language,
) => Promise<FirstAnswer[] | undefined>;

/** A failed query does not affect the page, which then sends it itself and shows the error. */
export function createFirstPageData({ apollo, questionsOf, limits, log }: Options): ReadFirstPage {
  const answer = async (
    { name, query, variables }: Question,
    contextValue: Context,
  ): Promise<FirstAnswer> => {
    const { body } = await apollo.executeOperation({ query, variables }, { contextValue });
    if (body.kind !== 'single') throw new Error(`${name} answered in parts`);
    const { data, errors } = body.singleResult;
    if (errors?.length) throw new Unanswered(name, errors[0]!);
    return { name, variables, data };
  };

  const late = (ms: number) => {
    let timer: NodeJS.Timeout;
    const failure = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('The first page took too long')), ms);
    });
    return { failure, stop: () => clearTimeout(timer) };
  };

  return async (context, request, language) => {
    if (context.viewer.kind !== 'member') return undefined;
    const reader = { language, isAdmin: isAdmin(context.viewer), isPhone: isPhone(request) };
    const timeLimit = late(limits.ms);
    try {
      const questions = questionsOf(pathAndQuery(request), reader);
      if (questions.length === 0) return undefined;
      const answers = await Promise.race([
        Promise.all(questions.map((question) => answer(question, context))),
        timeLimit.failure,
      ]);
      const bytes = Buffer.byteLength(JSON.stringify(answers));
      if (bytes <= limits.bytes) return answers;
      log.info({ bytes }, 'The first page is too large to be sent with the HTML');
    } catch (error) {
      // Rate limit errors are not warnings, since a caller could flood the log.
      const level = error instanceof Unanswered && error.isTooMany ? 'debug' : 'warn';
      log[level]({ err: error, requestId: context.requestId }, 'The page is sent without its data');
    } finally {
      timeLimit.stop();
    }
    return undefined;
  };
}
