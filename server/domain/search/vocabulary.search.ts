// SQL that asks the vocabulary about the words of a search: one statement for all of them.
import type { Knex } from 'knex';
import { runPrepared } from '../../database/prepared.ts';
import type {
  KinLexeme,
  KnownLexeme,
  NearWord,
  Probe,
  SynonymHit,
  Vocabulary,
} from './vocabulary.ts';
import { beginning } from './tsQuery.ts';

/** More lexemes than this are not listed one by one. */
const mostLexemes = 200;

interface Row {
  probes: {
    lexeme: string | null;
    sound: string;
    exact: KnownLexeme[] | null;
    beginning: KnownLexeme[] | null;
    family: KinLexeme[] | null;
    near: NearWord[] | null;
  }[];
  synonyms: SynonymHit[] | null;
  tagsCalledSo: string[];
  tagsCalledAlike: string[];
  isNameKnown: boolean;
}

const statement = {
  name: 'search_vocabulary',
  text: 'select * from search_vocabulary($1, $2, $3, $4, $5, $6::tsquery, $7, $8)',
};

export const vocabularySearch = (db: Knex) => ({
  /**
   * What the catalogue knows of some words, as far as the viewer can see its items.
   * @param probes the words of the text in order, then whatever else is asked
   * @param wordCount how many of the probes are the words of the text
   * @param name the whole text as one word
   */
  async lookUp(
    probes: readonly Probe[],
    wordCount: number,
    name: string,
    seesHidden: boolean,
  ): Promise<Vocabulary> {
    const [row] = await runPrepared<Row>(db, statement, [
      probes.map((probe) => probe.word),
      probes.map((probe) => probe.isPrefix),
      probes.map((probe) => probe.mayMend),
      probes.map((probe) => probe.onlyIfUnknown),
      wordCount,
      beginning(`k=${name}`),
      seesHidden,
      mostLexemes,
    ]);
    if (!row) throw new Error('The vocabulary did not answer');
    return {
      facts: row.probes.map((probe) => {
        const begun = probe.beginning ?? [];
        return {
          lexeme: probe.lexeme,
          sound: probe.sound,
          exact: probe.exact?.[0] ?? null,
          beginning: begun.slice(0, mostLexemes),
          beginsMore: begun.length > mostLexemes,
          family: probe.family ?? [],
          near: probe.near ?? [],
        };
      }),
      synonyms: row.synonyms ?? [],
      tagsCalledSo: row.tagsCalledSo,
      tagsCalledAlike: row.tagsCalledAlike,
      isNameKnown: row.isNameKnown,
    };
  },
});
