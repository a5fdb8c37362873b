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
  text: `
    with probe as materialized (
      select place, word, is_prefix, may_mend, only_if_unknown, search_lexeme(word) as lexeme,
        case when place <= $5 then search_family(word) end as family
      from unnest($1::text[], $2::boolean[], $3::boolean[], $7::integer[]) with ordinality
        as asked (word, is_prefix, may_mend, only_if_unknown, place)
    ),
    known as materialized (
      select probe.*, exact.found as exact, beginning.found as beginning, family.found as family_found
      from probe
      cross join lateral (
        select json_agg(json_build_object('lexeme', lexeme, 'words', words, 'count', count)) as found from (
          select known.lexeme, array_agg(known.word) as words
          from search_words as known where known.lexeme = probe.lexeme group by 1
        ) as one cross join search_count(lexeme, $4) as count
        where count > 0
      ) as exact
      cross join lateral (
        select json_agg(json_build_object('lexeme', lexeme, 'words', words, 'count', count)) as found from (
          select begun.lexeme, array_agg(begun.word) as words from (
            select * from search_words as begun
            where probe.is_prefix and length(probe.word) > 2
              and begun.word >= probe.word and begun.word < probe.word || chr(1114111)
            limit 1000
          ) as begun
          group by 1 limit ${mostLexemes + 1}
        ) as one cross join search_count(lexeme, $4) as count
        where count > 0
      ) as beginning
      cross join lateral (
        select json_agg(json_build_object('lexeme', lexeme, 'words', words, 'count', count,
          'isForm', is_form)) as found from (
          select kin.lexeme, array_agg(kin.word) as words,
            exact.found is null and bool_or(search_root(kin.word) = search_root(probe.word)) as is_form
          from search_words as kin
          where kin.family = probe.family and kin.lexeme is distinct from probe.lexeme
          group by 1 limit 40
        ) as one cross join search_count(lexeme, $4) as count
        where count > 0
      ) as family
    ),
    unknown as materialized (
      select place, word, is_prefix, search_sound(word) as sound
      from known
      where may_mend and exact is null and beginning is null
        and not exists (
          select from known as first
          where first.place = known.only_if_unknown + 1
            and (first.exact is not null or first.beginning is not null))
    ),
    near as (
      select place, sound, near.found
      from unknown as known
      cross join lateral (
        select json_agg(json_build_object('word', word, 'lexeme', lexeme, 'sound', sound, 'inTitle', in_title,
          'count', count)) as found
        from (
          select near.*, search_count(near.lexeme, $4) as count from (
            (select * from search_words where gaps && (known.word || search_gaps(known.word)) limit 40)
            union
            (select * from search_words where word = any (search_gaps(known.word)) limit 40)
            union
            (select * from search_words where length(known.word) > 5 and word % known.word
             order by similarity(word, known.word) desc, word limit 30)
            union
            (select * from search_words where skeleton = search_skeleton(known.sound)
             order by in_title desc, abs(length(sound) - length(known.sound)), word limit 40)
            union
            (select * from search_words
             where known.is_prefix and length(known.sound) > 3
               and sound >= known.sound and sound < known.sound || chr(1114111)
             order by in_title desc, word limit 20)
          ) as near
          where ($4 or near.was_visible)
        ) as near
        where count > 0
      ) as near
    ),
    stem as (
      select row_number() over (order by place) as place, coalesce(lexeme, word) as lexeme
      from probe where place <= $5
    ),
    phrase as (
      select first.place - 1 as start, first.place + length - 1 as stop,
        (select string_agg(lexeme, ' ' order by place) from stem
         where place >= first.place and place < first.place + length) as key
      from stem as first cross join generate_series(1, 4) as length
      where first.place + length - 1 <= $5
    ),
    meaning as (
      select word_key as key, synonym_key as other, synonym_lexemes as lexemes from search_synonyms
      union all
      select synonym_key, word_key, word_lexemes from search_synonyms
    ),
    synonym as (
      select start, stop, other, lexemes from phrase join meaning using (key)
    ),
    whole as (
      select string_agg(coalesce(lexeme, word), ' ' order by place) as stems,
        string_agg(coalesce(family, lexeme, word), ' ' order by place) as families
      from probe where place <= $5
    ),
    called as (
      select original_name, phrases @> array['s=' || stems] as is_so
      from whole cross join tag_search join tags on tags.id = tag_id
      where not is_approval and phrases && (array['s=' || stems, 'f=' || families]
        || array(select 's=' || other from synonym where start = 0 and stop = $5))
    )
    select
      (select json_agg(json_build_object('lexeme', lexeme, 'sound', coalesce(near.sound, ''), 'exact', exact,
        'beginning', beginning, 'family', family_found, 'near', near.found) order by place)
       from known left join near using (place)) as probes,
      (select json_agg(json_build_object('from', start, 'to', stop, 'lexemes', lexemes,
        'words', array(select word from search_words where lexeme = any (lexemes) limit 200)))
       from synonym) as synonyms,
      array(select original_name from called where is_so) as "tagsCalledSo",
      array(select original_name from called where not is_so) as "tagsCalledAlike",
      search_exists($4, $6::tsquery) as "isNameKnown"`,
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
      seesHidden,
      wordCount,
      beginning(`k=${name}`),
      probes.map((probe) => probe.onlyIfUnknown),
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

export type VocabularySearch = ReturnType<typeof vocabularySearch>;
