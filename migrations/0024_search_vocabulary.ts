// What the catalogue knows of the words of a search, in one statement that is planned once per connection: planning takes as
// long as answering.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    -- Facts about words, as far as the reader can see their items. The first \`word_count\` of \`asked_words\` are the text.
    -- \`asked_beginnings\`: whether a word may be unfinished; \`mendable\`: whether near words are wanted for an unknown one;
    -- \`only_if\`: the place of the word that must be unknown too, from 0; \`begins\`: names that begin with the whole text.
    create function search_vocabulary(
      asked_words text[], asked_beginnings boolean[], mendable boolean[], only_if integer[], word_count integer,
      begins tsquery, sees_hidden boolean, most_lexemes integer
    ) returns table (
      probes json, synonyms json, "tagsCalledSo" text[], "tagsCalledAlike" text[], "isNameKnown" boolean
    )
    language plpgsql stable rows 1 set plan_cache_mode = force_generic_plan set jit = off as $$
    #variable_conflict use_column
    begin
      return query
      with probe as materialized (
        select place, word, is_prefix, may_mend, only_if_unknown, search_lexeme(word) as lexeme,
          case when place <= word_count then search_family(word) end as family
        from unnest(asked_words, asked_beginnings, mendable, only_if) with ordinality
          as asked (word, is_prefix, may_mend, only_if_unknown, place)
      ),
      known as materialized (
        select probe.*, exact.found as exact, beginning.found as beginning, family.found as family_found
        from probe
        cross join lateral (
          select json_agg(json_build_object('lexeme', lexeme, 'words', words, 'count', count)) as found from (
            select known.lexeme, array_agg(known.word) as words
            from search_words as known where known.lexeme = probe.lexeme group by 1
          ) as one cross join search_count(lexeme, sees_hidden) as count
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
            group by 1 limit most_lexemes + 1
          ) as one cross join search_count(lexeme, sees_hidden) as count
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
          ) as one cross join search_count(lexeme, sees_hidden) as count
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
            select near.*, search_count(near.lexeme, sees_hidden) as count from (
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
            where (sees_hidden or near.was_visible)
          ) as near
          where count > 0
        ) as near
      ),
      stem as (
        select row_number() over (order by place) as place, coalesce(lexeme, word) as lexeme
        from probe where place <= word_count
      ),
      phrase as (
        select first.place - 1 as start, first.place + length - 1 as stop,
          (select string_agg(lexeme, ' ' order by place) from stem
           where place >= first.place and place < first.place + length) as key
        from stem as first cross join generate_series(1, 4) as length
        where first.place + length - 1 <= word_count
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
        from probe where place <= word_count
      ),
      called as (
        select original_name, phrases @> array['s=' || stems] as is_so
        from whole cross join tag_search join tags on tags.id = tag_id
        where not is_approval and phrases && (array['s=' || stems, 'f=' || families]
          || array(select 's=' || other from synonym where start = 0 and stop = word_count))
      )
      select
        (select json_agg(json_build_object('lexeme', lexeme, 'sound', coalesce(near.sound, ''), 'exact', exact,
          'beginning', beginning, 'family', family_found, 'near', near.found) order by place)
         from known left join near using (place)) as probes,
        (select json_agg(json_build_object('from', start, 'to', stop, 'lexemes', lexemes,
          'words', array(select word from search_words where lexeme = any (lexemes) limit 200)))
         from synonym) as synonyms,
        array(select original_name from called where is_so),
        array(select original_name from called where not is_so),
        search_exists(sees_hidden, begins);
    end $$;
  `);

export const down = (db: Knex) => db.raw('drop function search_vocabulary');
