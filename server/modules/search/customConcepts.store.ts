// SQL for custom concepts and words of concepts.
import type { Knex } from 'knex';
import { limits } from '../../config/limits.ts';
import type { CustomConcept, WordForConcept } from './customConcepts.ts';

const wordColumns = ['id', 'word', 'concept as conceptId'];
const conceptColumns = [
  'id',
  'name_ru as nameRu',
  'name_en as nameEn',
  'words_ru as wordsRu',
  'words_en as wordsEn',
  'broader as broaderId',
];

const rowOf = (concept: Omit<CustomConcept, 'id'>) => ({
  name_ru: concept.nameRu,
  name_en: concept.nameEn,
  words_ru: concept.wordsRu,
  words_en: concept.wordsEn,
  broader: concept.broaderId,
});

export const customConceptsStore = (db: Knex) => ({
  words: (): Promise<WordForConcept[]> =>
    db('search_words')
      .select(wordColumns)
      .orderBy(['word', 'id'])
      .limit(limits.lists.customSynonyms),

  concepts: (): Promise<CustomConcept[]> =>
    db('search_concepts')
      .select(conceptColumns)
      .orderBy(['name_en', 'id'])
      .limit(limits.lists.customConcepts),

  /** Locks out other changes of the vocabulary until the end of the transaction. */
  async lock(): Promise<void> {
    await db.raw('lock table search_words, search_concepts in share row exclusive mode');
  },

  async addWord({ word, conceptId }: Omit<WordForConcept, 'id'>): Promise<WordForConcept> {
    const rows: WordForConcept[] = await db('search_words')
      .insert({ word, concept: conceptId })
      .returning(wordColumns);
    return rows[0]!;
  },

  /** Removes a word; null for an unknown one. */
  async removeWord(id: number): Promise<WordForConcept | null> {
    const rows: WordForConcept[] = await db('search_words')
      .where({ id })
      .delete()
      .returning(wordColumns);
    return rows[0] ?? null;
  },

  async addConcept(concept: Omit<CustomConcept, 'id'>): Promise<CustomConcept> {
    const rows: CustomConcept[] = await db('search_concepts')
      .insert(rowOf(concept))
      .returning(conceptColumns);
    return rows[0]!;
  },

  /** Replaces names and words of a concept. */
  async updateCustomConcept({ id, ...concept }: CustomConcept): Promise<void> {
    await db('search_concepts').where({ id }).update(rowOf(concept));
  },

  /** Removes a concept; null for an unknown one. */
  async removeConcept(id: number): Promise<CustomConcept | null> {
    const rows: CustomConcept[] = await db('search_concepts')
      .where({ id })
      .delete()
      .returning(conceptColumns);
    return rows[0] ?? null;
  },
});

export type CustomConceptsStore = ReturnType<typeof customConceptsStore>;
