/** The calls about own use cases, and what they change in the cache: lists, the card, the progress. */
import type { ApolloClient, Reference } from '@apollo/client';
import { isRefusedFor } from '../../browser/graphqlFailure.ts';
import { noteUsefulAct } from '../../browser/firstContribution.ts';
import {
  AnalyzeUseCaseDocument,
  CaseNumbersOfItemDocument,
  CreateUseCaseDocument,
  DeleteUseCaseDocument,
  MeDocument,
  MyUseCasesDocument,
  MyUseCasesForItemDocument,
  RestoreUseCaseDocument,
  UpdateUseCaseDocument,
  type AnalyzeUseCaseMutation,
  type OwnCaseFragment,
  type UpdateUseCaseMutation,
} from '../../generated.ts';
import type { Language } from '../../i18n/languages.ts';
import { readUseAgain } from '../../items/refetchUse.ts';
import type { Draft } from './useCaseDrafts.ts';

export type Analysis = AnalyzeUseCaseMutation['analyzeUseCase'];
export type ImprovedUseCase = Analysis['improvedCases'][number];

const descriptionInput = (text: string, language: Language) =>
  language === 'ru' ? { descriptionRu: text } : { descriptionEn: text };

/** Brings the progress up to date, so that it reaches 100 without a reload. */
async function refreshProgress(client: ApolloClient): Promise<void> {
  await client.query({ query: MeDocument, fetchPolicy: 'network-only' });
}

/** The numbers of the card and the progress; the change itself has succeeded, whatever becomes of these. */
async function refreshItem(client: ApolloClient, itemId: string): Promise<void> {
  const variables = { id: itemId };
  const results = await Promise.allSettled([
    refreshProgress(client),
    client.query({ query: CaseNumbersOfItemDocument, variables, fetchPolicy: 'network-only' }),
    readUseAgain(client, itemId),
  ]);
  for (const result of results) {
    if (result.status === 'rejected') console.info('Old numbers are shown', result.reason);
  }
}

/** Changes both lists of own cases, as far as they are known; `list` tells them apart. */
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

/** Checks a text; throws what the server refuses with. */
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
  await Promise.all([
    client.readQuery(ofItem) ? client.query({ ...ofItem, fetchPolicy: 'network-only' }) : null,
    client.readQuery({ query: MyUseCasesDocument })
      ? client.query({ query: MyUseCasesDocument, fetchPolicy: 'network-only' })
      : null,
  ]);
}

/** What was written in another window meanwhile; the own change has succeeded, whatever becomes of it. */
const tryReloadLists = (client: ApolloClient, itemId: string): Promise<void> =>
  reloadLists(client, itemId).catch((failure: unknown) => {
    console.info('Old lists are shown', failure);
  });

/** Writes a case; it then stands first in the list of its item. */
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
  noteUsefulAct();
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

/** An own case as the server has it by now, which every list then shows; null when it has gone. */
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

/** Changes a case; a significant change moves it to the top of its lists (specification, section 4). */
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

/** Changes a case, unless it was changed since the draft was begun: that answers the case as it is by now. */
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

/** Confirms both texts of a case as they are, so that neither is outdated any more. */
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

/** The ids of each list as they stood before a case was taken away. */
export type ListOrders = ReadonlyMap<string, readonly string[]>;

/** Takes a case from the lists at once and deletes it; a refusal puts it back and is thrown. */
export async function deleteUseCase(
  client: ApolloClient,
  useCase: OwnCaseFragment,
): Promise<ListOrders> {
  const places = new Map<string, readonly string[]>();
  changeLists(client, (cases, idOf, list) => {
    places.set(list, cases.map(idOf));
    return cases.filter((one) => idOf(one) !== useCase.id);
  });
  try {
    await client.mutate({ mutation: DeleteUseCaseDocument, variables: { id: useCase.id } });
  } catch (failure) {
    await reloadLists(client, useCase.knowledgeItemId);
    throw failure;
  }
  await refreshItem(client, useCase.knowledgeItemId);
  return places;
}

/** Takes a deletion back: the case stands again where it stood. What was written meanwhile stays on top. */
export async function restoreUseCase(
  client: ApolloClient,
  useCase: OwnCaseFragment,
  places: ListOrders,
): Promise<void> {
  await client.mutate({ mutation: RestoreUseCaseDocument, variables: { id: useCase.id } });
  await reloadLists(client, useCase.knowledgeItemId);
  changeLists(client, (cases, idOf, list) => {
    const before = places.get(list) ?? [];
    return cases.toSorted((one, other) => before.indexOf(idOf(one)) - before.indexOf(idOf(other)));
  });
  await refreshItem(client, useCase.knowledgeItemId);
}
