/** An in-memory server of use cases for tests: stores changes and records every call. */
import { conflict } from './fixtures.ts';
import type { TestResolvers } from './schemaClient.ts';
import type { Language } from '../i18n/languages.ts';

export interface TestCase {
  id: string;
  descriptionRu: string | null;
  descriptionEn: string | null;
  translationState: 'translated' | 'pending';
  outdatedLanguage: Language | null;
  likesCount: number;
  knowledgeItemId: string;
  createdAt: string;
  updatedAt: string;
}

export const aCase = (id: string, changes: Partial<TestCase> = {}): TestCase => ({
  id,
  descriptionRu: `Кейс ${id}`,
  descriptionEn: `Case ${id}`,
  translationState: 'translated',
  outdatedLanguage: null,
  likesCount: 0,
  knowledgeItemId: '12',
  createdAt: '2026-10-01T10:00:00.000Z',
  updatedAt: '2026-10-01T10:00:00.000Z',
  ...changes,
});

type Arguments = Record<string, string | null | undefined>;
type Answer = (args: Arguments) => unknown;

export interface CaseServer {
  cases: TestCase[];
  /** The arguments of the calls of one field, in order. */
  callsOf: (field: string) => Arguments[];
  /** Replaces the answer to one mutation or query. */
  answers: Record<string, Answer>;
  resolvers: TestResolvers;
}

const progress = (hasWrittenUseCase: boolean, hasLikedUseCase: boolean) => ({
  value: 10 + (hasWrittenUseCase ? 45 : 0) + (hasLikedUseCase ? 45 : 0),
  hasWrittenUseCase,
  hasLikedUseCase,
  complete: hasWrittenUseCase && hasLikedUseCase,
});

export const me = (changes: Record<string, unknown> = {}) => ({
  id: '1',
  name: 'Анна Крылова',
  email: null,
  avatarUrl: null,
  isAdmin: false,
  telegramId: null,
  telegramUsername: null,
  company: null,
  progress: progress(false, false),
  ...changes,
});

export function openCaseServer(cases: TestCase[] = []): CaseServer {
  const calls: Array<[string, Arguments]> = [];
  const deleted = new Map<string, TestCase>();
  const titles: Record<string, string> = { '12': 'Cursor', '13': 'Midjourney' };
  const itemOf = (id: string) => ({
    id,
    titleRu: titles[id],
    titleEn: titles[id],
    isLiked: true,
    likesCount: 3,
    useCasesCount: server.cases.length,
    ownUseCasesCount: server.cases.length,
    expertsCount: 0,
    experts: [],
  });
  const written = (one: TestCase) => ({ ...one, knowledgeItem: itemOf(one.knowledgeItemId) });
  const find = (id: string) => server.cases.find((one) => one.id === id)!;
  const usual: Record<string, Answer> = {
    me: () => me({ progress: progress(server.cases.length > 0, true) }),
    knowledgeItem: ({ id }) => itemOf(id!),
    myUseCasesForItem: () => server.cases.map(written),
    myUseCases: () => server.cases.map(written),
    useCaseProgress: () => null,
    analyzeUseCase: ({ text }) => ({
      source: 'model',
      improvedCases: [{ type: 'improved', reason: 'Всё понятно', text }],
    }),
    createUseCase: ({ itemId, descriptionRu = null, descriptionEn = null }) => {
      const id = `new ${server.cases.length + 1}`;
      const one = aCase(id, { knowledgeItemId: itemId!, descriptionRu, descriptionEn });
      server.cases.unshift(one);
      return written(one);
    },
    updateUseCase: ({ id, descriptionRu, descriptionEn, expectedUpdatedAt }) => {
      const one = find(id!);
      if (expectedUpdatedAt && expectedUpdatedAt !== one.updatedAt) throw conflict()();
      one.updatedAt = new Date(Date.parse(one.updatedAt) + 1000).toISOString();
      if (descriptionRu) one.descriptionRu = descriptionRu;
      if (descriptionEn) one.descriptionEn = descriptionEn;
      if (one.outdatedLanguage === 'ru' ? descriptionRu : descriptionEn)
        one.outdatedLanguage = null;
      return { useCase: written(one), isSignificant: false, reason: null };
    },
    deleteUseCase: ({ id }) => {
      deleted.set(id!, find(id!));
      server.cases = server.cases.filter((one) => one.id !== id);
      return { success: true };
    },
    restoreUseCase: ({ id }) => {
      server.cases.push(deleted.get(id!)!);
      return written(deleted.get(id!)!);
    },
  };
  const field = (name: string) => (_root: unknown, args: Arguments) => {
    calls.push([name, args]);
    return (server.answers[name] ?? usual[name]!)(args);
  };
  const fields = (...names: string[]) =>
    Object.fromEntries(names.map((name) => [name, field(name)]));
  const server: CaseServer = {
    cases,
    answers: {},
    callsOf: (name) => calls.filter(([called]) => called === name).map(([, args]) => args),
    resolvers: {
      Query: fields('me', 'knowledgeItem', 'myUseCasesForItem', 'myUseCases', 'useCaseProgress'),
      Mutation: fields(
        'analyzeUseCase',
        'createUseCase',
        'updateUseCase',
        'deleteUseCase',
        'restoreUseCase',
      ),
    },
  };
  return server;
}
