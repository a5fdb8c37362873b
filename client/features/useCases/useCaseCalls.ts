/** Mutations of the reader's use cases, with their cache updates. */
import type { ApolloClient, Reference } from '@apollo/client';
import { isRefusedFor } from '../../browser/graphqlFailure.ts';
import { recordContribution } from '../../browser/firstContribution.ts';
import {
  AnalyzeUseCaseDocument,
  CaseNumbersOfItemDocument,
  CreateUseCaseDocument,
  DeleteUseCaseDocument,
  MyUseCasesDocument,
  MyUseCasesForItemDocument,
  RestoreUseCaseDocument,
  UpdateUseCaseDocument,
  type AnalyzeUseCaseMutation,
  type OwnCaseFragment,
  type UpdateUseCaseMutation,
} from './generated.ts';
import { MeDocument } from '../../generated.ts';
import { ItemExpertsDocument } from '../../items/generated.ts';
import type { Language } from '../../i18n/languages.ts';
import { refetchUse } from '../../items/refetch.ts';
import type { Draft } from './useCaseDrafts.ts';

export type Analysis = AnalyzeUseCaseMutation['analyzeUseCase'];
export type ImprovedUseCase = Analysis['improvedCases'][number];

const descriptionInput = (text: string, language: Language) =>
  language === 'ru' ? { descriptionRu: text } : { descriptionEn: text };

async function refreshProgress(client: ApolloClient): Promise<void> {
  await client.query({ query: MeDocument, fetchPolicy: 'network-only' });
}

/** Refetches the counts of the card and the progress; failures do not affect the change itself. */
async function refreshItem(client: ApolloClient, itemId: string): Promise<void> {
  const variables = { id: itemId };
  const results = await Promise.allSettled([
    refreshProgress(client),
    client.query({ query: CaseNumbersOfItemDocument, variables, fetchPolicy: 'network-only' }),
    refetchUse(client, itemId),
  ]);
  for (const result of results) {
    if (result.status === 'rejected') console.info('Old numbers are shown', result.reason);
  }
}

/** Changes both cached lists of own use cases; `list` is the name of the field. */
function changeLists(
  client: ApolloClient,
  change: (
    cases: readonly Reference[],
    idOf: (one: Reference) => string,
    list: string,
  ) => Reference[],
): void {
  const field = (
    cases: readonly Reference[],
    tools: {
      readField: (name: string, from: Reference) => unknown;
      storeFieldName: string;
    },
  ) => change(cases, (one) => String(tools.readField('id', one)), tools.storeFieldName);
  client.cache.modify({
    fields: {
      myUseCases: (cases: readonly Reference[], tools) => field(cases, tools),
      myUseCasesForItem: (cases: readonly Reference[], tools) => field(cases, tools),
    },
  });
}

/** Checks a text. Rejects with the error of the server. */
export async function analyseText(
  client: ApolloClient,
  text: string,
  progressId: string,
): Promise<Analysis> {
  const variables = { text, progressId };
  const { data } = await client.mutate({ mutation: AnalyzeUseCaseDocument, variables });
  return data!.analyzeUseCase;
}

async function reloadLists(client: ApolloClient, itemId: string): Promise<void> {
  const ofItem = { query: MyUseCasesForItemDocument, variables: { itemId } };
  const experts = { query: ItemExpertsDocument, variables: { itemId } };
  await Promise.all([
    client.readQuery(ofItem) ? client.query({ ...ofItem, fetchPolicy: 'network-only' }) : null,
    client.readQuery(experts) ? client.query({ ...experts, fetchPolicy: 'network-only' }) : null,
    client.readQuery({ query: MyUseCasesDocument })
      ? client.query({ query: MyUseCasesDocument, fetchPolicy: 'network-only' })
      : null,
  ]);
}

/** Picks up changes of other windows; failures do not affect the own change. */
const tryReloadLists = (client: ApolloClient, itemId: string): Promise<void> =>
  reloadLists(client, itemId).catch((failure: unknown) => {
    console.info('Old lists are shown', failure);
  });

/** Creates a use case and puts it first in the list of its item. */
export async function createUseCase(
  client: ApolloClient,
  itemId: string,
  draft: Draft & Required<Pick<Draft, 'sent'>>,
  progressId: string,
): Promise<OwnCaseFragment> {
  const { data } = await client.mutate({
    mutation: CreateUseCaseDocument,
    variables: {
      itemId,
      ...descriptionInput(draft.sent.text, draft.language),
      idempotencyKey: draft.sent.key,
      progressId,
    },
  });
  const created = data!.createUseCase;
  recordContribution();
  client.cache.updateQuery(
    { query: MyUseCasesForItemDocument, variables: { itemId } },
    (known) =>
      known && {
        ...known,
        myUseCasesForItem: [
          created,
          ...known.myUseCasesForItem.filter((one) => one.id !== created.id),
        ],
      },
  );
  await Promise.all([refreshItem(client, itemId), tryReloadLists(client, itemId)]);
  return created;
}

/** Refetches a use case into the cache; null when it does not exist any more. */
async function refetchUseCase(
  client: ApolloClient,
  { id, knowledgeItemId: itemId }: OwnCaseFragment,
): Promise<OwnCaseFragment | null> {
  const { data } = await client.query({
    query: MyUseCasesForItemDocument,
    variables: { itemId },
    fetchPolicy: 'network-only',
  });
  return data?.myUseCasesForItem.find((one) => one.id === id) ?? null;
}

/** A significant change moves the use case to the top of its lists (specification, section 4). */
async function sendUpdate(
  client: ApolloClient,
  id: string,
  { text, language, since }: Draft,
  progressId: string,
): Promise<UpdateUseCaseMutation['updateUseCase']> {
  const { data } = await client.mutate({
    mutation: UpdateUseCaseDocument,
    variables: {
      id,
      ...descriptionInput(text.trim(), language),
      expectedUpdatedAt: since ?? null,
      progressId,
    },
  });
  const outcome = data!.updateUseCase;
  if (outcome.isSignificant) {
    changeLists(client, (cases, idOf) => [
      ...cases.filter((one) => idOf(one) === id),
      ...cases.filter((one) => idOf(one) !== id),
    ]);
  }
  return outcome;
}

/** Saves a draft. Resolves to `fresh` when the use case was changed after the draft began. */
export async function updateUseCase(
  client: ApolloClient,
  useCase: OwnCaseFragment,
  draft: Draft,
  progressId: string,
): Promise<UpdateUseCaseMutation['updateUseCase'] | { fresh: OwnCaseFragment }> {
  try {
    return await sendUpdate(client, useCase.id, draft, progressId);
  } catch (raised) {
    const isLate = isRefusedFor(raised, 'changedMeanwhile');
    const fresh = isLate ? await refetchUseCase(client, useCase) : null;
    if (!fresh) throw raised;
    return { fresh };
  }
}

/** Confirms both texts unchanged, so that neither counts as outdated. */
export async function confirmTexts(
  client: ApolloClient,
  { id, descriptionRu, descriptionEn, updatedAt }: OwnCaseFragment,
  progressId: string,
): Promise<true> {
  await client.mutate({
    mutation: UpdateUseCaseDocument,
    variables: { id, descriptionRu, descriptionEn, expectedUpdatedAt: updatedAt, progressId },
  });
  return true;
}

/** Ids of each list before a deletion, in order. */
export type ListOrders = ReadonlyMap<string, readonly string[]>;

/** Removes a use case optimistically; a failure restores the lists and rejects. */
export async function deleteUseCase(
  client: ApolloClient,
  useCase: OwnCaseFragment,
): Promise<ListOrders> {
  const orders = new Map<string, readonly string[]>();
  changeLists(client, (cases, idOf, list) => {
    orders.set(list, cases.map(idOf));
    return cases.filter((one) => idOf(one) !== useCase.id);
  });
  try {
    await client.mutate({ mutation: DeleteUseCaseDocument, variables: { id: useCase.id } });
  } catch (failure) {
    await reloadLists(client, useCase.knowledgeItemId);
    throw failure;
  }
  await refreshItem(client, useCase.knowledgeItemId);
  return orders;
}

/** Undoes a deletion at the former position; newer use cases stay on top. */
export async function restoreUseCase(
  client: ApolloClient,
  useCase: OwnCaseFragment,
  orders: ListOrders,
): Promise<void> {
  await client.mutate({ mutation: RestoreUseCaseDocument, variables: { id: useCase.id } });
  await reloadLists(client, useCase.knowledgeItemId);
  changeLists(client, (cases, idOf, list) => {
    const before = orders.get(list) ?? [];
    return cases.toSorted((one, other) => before.indexOf(idOf(one)) - before.indexOf(idOf(other)));
  });
  await refreshItem(client, useCase.knowledgeItemId);
}
