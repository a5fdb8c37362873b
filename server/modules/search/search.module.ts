// Search module: the index in memory, custom synonyms and custom concepts.
import type { Knex } from 'knex';
import { inTransaction } from '../../database/transaction.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Log } from '../../shared/log.ts';
import type { Viewer } from '../people/accounts/accounts.module.ts';
import { auditLogOn } from '../people/auditLog/auditLog.module.ts';
import type { HealthProbe } from '../../shared/healthProbe.ts';
import { tokens } from './engine/tokenizer.ts';
import { conceptCalled, conceptsNamed } from './suggestions.ts';
import type { Thesaurus } from './engine/thesaurus.ts';
import { conceptsIn, type NamedConcept } from './customConcepts.ts';
import {
  createCustomConcepts,
  type CustomConceptsTransaction,
  type CloseGap,
} from './customConcepts.service.ts';
import { customConceptsStore } from './customConcepts.store.ts';
import { createCustomSynonyms } from './customSynonyms.service.ts';
import { customSynonymsStore } from './customSynonyms.store.ts';
import type { EmbeddingModel } from './embeddings/embedder.ts';
import { createEmbeddingRounds } from './embeddings/embeddingRounds.ts';
import { embeddingsStore } from './embeddings/embeddings.store.ts';
import { createSimilarItems, noSimilarItems } from './embeddings/similarItems.ts';
import { createStoredVectors } from './embeddings/storedVectors.ts';
import { searchDocumentsQueries, type SearchDocumentsQueries } from './searchDocuments.queries.ts';
import { createSearchIndex, type SearchIndex } from './searchIndex.ts';
export { conceptsIn, type NamedConcept } from './customConcepts.ts';
export { mayBeCatalogueGap, phraseKey, searchedText } from './customSynonyms.ts';
export type { CustomVocabulary } from './engine/customVocabulary.ts';
export type { Engine, Found, Query, Window } from './engine/engine.ts';
export type { Filter } from './engine/filters.ts';
export { rangesIn, reasonsOf } from './engine/highlighting.ts';
export type { SearchDocument } from './engine/searchDocument.ts';
export type { TermWorth } from './engine/queryClauses.ts';
export { suggest } from './suggestions.ts';
export type { Thesaurus } from './engine/thesaurus.ts';
export { foldLetters } from './engine/letterFolding.ts';
export { tokens } from './engine/tokenizer.ts';
export type { SearchIndex } from './searchIndex.ts';
export {
  EmbeddingError,
  type Embedder,
  type EmbeddingModel,
  type EmbeddingRequest,
} from './embeddings/embedder.ts';
export { noSimilarItems, type SimilarItems } from './embeddings/similarItems.ts';

/** Not vital: without the index, only searches for words fail. */
export const searchProbe = (index: Pick<SearchIndex, 'state'>): HealthProbe => ({
  name: 'search',
  isVital: false,
  check: async () => {
    if (index.state === 'there') return 'ok';
    return index.state === 'building'
      ? { state: 'off', detail: 'its index is being built: searches for words wait for it' }
      : { state: 'failing', detail: 'its index could not be built; tried again every second' };
  },
});

interface Options {
  db: Knex;
  clock: Clock;
  log: Log;
  /** Closes the catalogue gap for which an entry is added, on the same transaction. */
  closeGapOn(on: Knex): CloseGap;
  /** Null when no embedding model is configured. */
  embeddings: EmbeddingModel | null;
  /** Counts a call of the embedding model; false when the person has reached the rate limit. */
  mayAskEmbeddings(viewer: Viewer): Promise<boolean>;
  /** Time limit for the vector of a query, in ms. */
  embeddingQueryMs: number;
}

/** Polling interval for vectors that another process has written, in ms. */
const lookForVectorsMs = 1_000;

/** Vectors of items, the rounds that create them, and semantic search. */
function createEmbeddingParts(options: Options, facts: SearchDocumentsQueries) {
  const { db, clock, embeddings: model, mayAskEmbeddings: mayAsk } = options;
  const log = options.log.child({ part: 'embeddings' });
  const store = embeddingsStore(db);
  if (!model) return { embeddingRounds: null, similarItems: noSimilarItems };
  const vectors = createStoredVectors({ store, model: model.name, everyMs: lookForVectorsMs });
  return {
    /** Null without an embedding model. */
    embeddingRounds: createEmbeddingRounds({ facts, store, vectors, model, clock, log }),
    similarItems: createSimilarItems({
      vectors,
      model,
      mayAsk,
      queryMs: options.embeddingQueryMs,
      log,
    }),
  };
}

export function createSearchModule(options: Options) {
  const { db, clock, log, closeGapOn } = options;
  const facts = searchDocumentsQueries(db);
  const searchIndex = createSearchIndex({ facts, log: log.child({ part: 'searchIndex' }) });
  const inThesaurus = <Answer>(ask: (thesaurus: Thesaurus) => Answer): Promise<Answer> =>
    searchIndex.answerAlone(({ index }) => ask(index.thesaurus));
  /** Runs work on a store in one transaction. */
  const on =
    <Store>(storeOn: (trx: Knex) => Store) =>
    <Result>(
      work: (context: CustomConceptsTransaction<Store>) => Promise<Result>,
    ): Promise<Result> =>
      inTransaction(db, (trx) =>
        work({
          store: storeOn(trx),
          activity: auditLogOn(trx, clock),
          closeGap: closeGapOn(trx),
        }),
      );
  return {
    search: createCustomSynonyms({
      store: customSynonymsStore(db),
      clock,
      inTransaction: on(customSynonymsStore),
    }),
    customConcepts: createCustomConcepts({
      store: customConceptsStore(db),
      inTransaction: on(customConceptsStore),
      thesaurus: {
        byIds: (ids) => inThesaurus((thesaurus) => conceptsIn(thesaurus, ids)),
        named: (text, most) =>
          inThesaurus((thesaurus) => conceptsIn(thesaurus, conceptsNamed(thesaurus, text, most))),
        says: (text, id) =>
          inThesaurus((thesaurus) =>
            thesaurus.mentions(tokens(text)).some(({ concept }) => concept === id),
          ),
      },
    }),
    /** The concept with each of these names; null for none. */
    conceptsCalled: (names: readonly string[]): Promise<(NamedConcept | null)[]> =>
      inThesaurus((thesaurus) =>
        names.map((name) => {
          const id = conceptCalled(thesaurus, name);
          return id === null ? null : (conceptsIn(thesaurus, [id])[0] ?? null);
        }),
      ),
    /** Deletes changes that every process has read long ago. */
    forgetSearchChanges: () => facts.forgetChanges(),
    searchIndex,
    ...createEmbeddingParts(options, facts),
  };
}
