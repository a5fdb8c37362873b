// Search over documents in memory, by words only and by meaning too, for comparison on judged queries.
import { limits } from '../../../config/limits.ts';
import type { EmbeddingModel } from '../embeddings/embedder.ts';
import { itemText } from '../embeddings/itemText.ts';
import { isOpen } from '../embeddings/similarItems.ts';
import { VectorSpace } from '../embeddings/vectorSpace.ts';
import { Engine, type Found, type Query } from '../engine/engine.ts';
import { Index } from '../engine/invertedIndex.ts';
import type { SearchDocument } from '../engine/searchDocument.ts';
import type { Thesaurus } from '../engine/thesaurus.ts';
import { pageLength, type JudgedAnswer, type JudgedQuery } from './judgedQueries.ts';

const window = { page: 0, perPage: pageLength, sort: 'likes desc' } as const;

const queryOf = (text: string): Query => ({
  text,
  tags: [],
  approvedBy: null,
  seesHidden: false,
  isExact: false,
});

export function engineOf(documents: readonly SearchDocument[], thesaurus: Thesaurus): Engine {
  const index = new Index(thesaurus);
  for (const document of documents) index.put(document);
  return new Engine(index);
}

type GetTitle = (id: number) => string;

const answerOf = (
  judged: JudgedQuery,
  { ids, near, total, unsure }: Found,
  getTitle: GetTitle,
): JudgedAnswer => ({
  judged,
  titles: [...ids, ...near].slice(0, pageLength).map(getTitle),
  isSure: total > 0 && !unsure,
});

/** Results by words only. */
export const answersByWords = (
  engine: Engine,
  queries: readonly JudgedQuery[],
  getTitle: GetTitle,
): JudgedAnswer[] =>
  queries.map((judged) => answerOf(judged, engine.search(queryOf(judged.query), window), getTitle));

async function embedAll(model: EmbeddingModel, texts: readonly string[]): Promise<Float32Array[]> {
  const { batch } = limits.embeddings;
  const vectors: Float32Array[] = [];
  for (let from = 0; from < texts.length; from += batch) {
    const made = await model.texts.embed({
      texts: texts.slice(from, from + batch),
      model: model.name,
      dimension: vectors[0]?.length ?? null,
      signal: new AbortController().signal,
    });
    vectors.push(...made);
  }
  return vectors;
}

interface MeaningOptions {
  engine: Engine;
  documents: readonly SearchDocument[];
  model: EmbeddingModel;
  getTitle: GetTitle;
}

/** Opens a search by words and meaning with this model. @throws EmbeddingError */
export async function openMeaningSearch({ engine, documents, model, getTitle }: MeaningOptions) {
  const space = new VectorSpace();
  const vectors = await embedAll(model, documents.map(itemText));
  for (const [place, vector] of vectors.entries()) space.put(documents[place]!.id, vector);
  await space.prepare();
  return async (queries: readonly JudgedQuery[]): Promise<JudgedAnswer[]> => {
    const byWords = queries.map(({ query }) => ({
      query: queryOf(query),
      found: engine.search(queryOf(query), window),
    }));
    const open = byWords.filter(({ query, found }) => isOpen(query, found, pageLength));
    const texts = open.map(({ query, found }) => found.correctedTo ?? query.text);
    const asked = await embedAll(model, texts);
    const similar = new Map(
      open.map(({ query }, place) => [
        query.text,
        space.similarTo(asked[place]!, (id) => engine.sees(id, false)),
      ]),
    );
    return queries.map((judged) => {
      const query = { ...queryOf(judged.query), similar: similar.get(judged.query) ?? [] };
      return answerOf(judged, engine.search(query, window), getTitle);
    });
  };
}
