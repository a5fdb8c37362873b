// How the search reads words: the rules that are the same when an item is written and when it is looked for.
import type { Knex } from 'knex';

/** A question mark stands behind a backslash, because knex takes a bare one for a value. */
export const up = (db: Knex) =>
  db.raw(String.raw`
    -- A text as it is compared: one form of every letter, lower case, ё as е, apostrophes left out.
    create function search_fold(value text) returns text language sql immutable strict parallel safe as $$
      select translate(lower(normalize(value, nfkc) collate "default"), 'ё''’‘ʼ', 'е')
    $$;

    -- The words of a text, in order; of a word that is endlessly long its beginning.
    create function search_words_of(value text) returns text[] language sql immutable parallel safe as $$
      select array_remove(string_to_array(regexp_replace(regexp_replace(search_fold(value),
        '[^[:alnum:]]+', ' ', 'g'), '([[:alnum:]]{60})[[:alnum:]]+', '\1', 'g'), ' '), '')
    $$;

    -- Every two neighbours of one alphabet written as one word: LM Studio is also lmstudio. Stop words join nothing, but
    -- letters do: A/B is ab.
    create function search_joined(words text[]) returns text[] language plpgsql immutable parallel safe as $$
    declare
      joined text[] := '{}';
    begin
      for place in 1 .. coalesce(cardinality(words), 0) - 1 loop
        if (words[place] ~ '[а-я]') = (words[place + 1] ~ '[а-я]')
          and (length(words[place]) = 1 or search_lexeme(words[place]) is not null)
          and (length(words[place + 1]) = 1 or search_lexeme(words[place + 1]) is not null) then
          joined := joined || left(words[place] || words[place + 1], 60);
        end if;
      end loop;
      return joined;
    end $$;

    -- The words of a name, the parts of its words (ChatGPT: chat, gpt; Brand24: brand, 24), and in a short name neighbours
    -- joined; long ones are sentences.
    create function search_name_words(value text) returns text[] language sql immutable parallel safe as $$
      select search_words_of(value)
        || case when cardinality(search_words_of(value)) < 4 then search_joined(search_words_of(value)) end
        || search_words_of(
          regexp_replace(regexp_replace(regexp_replace(
            normalize(value, nfkc) collate "default",
            '([[:lower:]])([[:upper:]])', '\1 \2', 'g'),
            '([[:upper:]])([[:upper:]][[:lower:]])', '\1 \2', 'g'),
            '([[:alpha:]]{2})([[:digit:]])', '\1 \2', 'g'))
    $$;

    -- A whole name as one word.
    create function search_name_key(value text) returns text language sql immutable parallel safe as $$
      select left(array_to_string(search_words_of(value), ''), 120)
    $$;

    -- The stem of a word: Cyrillic letters by the Russian stemmer, others by the English one. Null for a stop word. Words
    -- of two letters have no ending to lose (ии is not и).
    create function search_lexeme(word text) returns text language sql immutable parallel safe as $$
      select case
        when length(word) > 2 then
          (ts_lexize(case when word ~ '[а-я]' then 'russian_stem' else 'english_stem' end::regdictionary, word))[1]
        when ts_lexize(case when word ~ '[а-я]' then 'russian_stem' else 'english_stem' end::regdictionary, word) <> '{}'
          then word
      end
    $$;

    -- How a word sounds, so that a name is the same in both alphabets: клод and Claude are both klod, миджорни and
    -- Midjourney both miGorni. G: г, дж, g, j. S: ш, щ, ж, sh. C: ч, ch.
    create function search_sound(word text) returns text language plpgsql immutable strict parallel safe as $$
    declare
      sound text := word collate "default";
    begin
      if sound ~ '[а-я]' then
        sound := replace(replace(sound, 'дж', 'г'), 'тх', 'т');
        sound := translate(sound, 'абвгдежзийклмнопрстуфхцчшщыэюяьъ', 'abvGdeSsiiklmnoprstufhsCSSieua');
      else
        sound := regexp_replace(sound, '(t|ss\?)ion', 'Sn', 'g');
        sound := regexp_replace(sound, 'shch|sch|sh|zh', 'S', 'g');
        sound := regexp_replace(sound, 'tch|ch', 'C', 'g');
        sound := regexp_replace(sound, 'dge|dj|j', 'G', 'g');
        sound := regexp_replace(sound, 'gh(\?=t|$)', '', 'g');
        sound := regexp_replace(sound, 'sc(\?=[eiy])|c(\?=[eiy])|t[sz]|z', 's', 'g');
        sound := replace(replace(replace(replace(sound, 'ph', 'f'), 'wh', 'v'), 'kh', 'h'), 'th', 't');
        sound := replace(replace(replace(sound, 'qu', 'kv'), 'ck', 'k'), 'x', 'ks');
        sound := regexp_replace(replace(sound, 'our', 'or'), 'au|aw|ow', 'o', 'g');
        sound := replace(sound, 'ou', 'au');
        sound := replace(replace(replace(sound, 'oo', 'u'), 'ew', 'u'), 'ee', 'i');
        sound := translate(regexp_replace(sound, 'ey$', 'i'), 'cgqwy', 'kGkvi');
        if length(sound) > 3 then sound := regexp_replace(sound, 'e$', ''); end if;
      end if;
      sound := regexp_replace(sound, '(.)\1+', '\1', 'g');
      return regexp_replace(regexp_replace(sound, 'i(\?=[aeou])|(\?<=[aeou])i', '', 'g'), '(.)\1+', '\1', 'g');
    end $$;

    -- The consonants of a sound.
    create function search_skeleton(sound text) returns text language sql immutable strict parallel safe as $$
      select regexp_replace(regexp_replace(sound, '[aeiou]', '', 'g'), '(.)\1+', '\1', 'g')
    $$;

    -- What is left of a word without the endings that make a verb, an agent or an action of it.
    create function search_root(word text) returns text language plpgsql immutable strict parallel safe as $$
    declare
      root text := word collate "default";
    begin
      if root !~ '[а-я]' then
        return regexp_replace(root,
          '^(.{4,}\?)(ations\?|ated|ates\?|ating|ators\?|ative|ings\?|ers\?|ors\?|ed|s)$', '\1');
      end if;
      root := coalesce(search_lexeme(root), root);
      root := regexp_replace(root, '^(.{4,}\?)(ационн|ативн|аци|аторск|атор|ац|яци|ятор|яц'
        || '|ировальщик|ировщик|ировочн|ировани|ированн|ирован|ировк|ирова|иров|ирующ|ируем|иру|ир'
        || '|овывани|овыва|овани|ованн|ован|ова|оватор|овщик|овк|ов|ывани|ываем|ыван|ыва|ивани|иваем|иван|ива'
        || '|ительн|ательн|ител|ени|енн|ен|ани|анн|ан|альн|ическ|ист|щик|чик|тел)$', '\1');
      root := regexp_replace(root, '^(.{4,}т)ор$', '\1');
      return regexp_replace(root, '^(.{5,})(к|н|а|я|и|ск|ер)$', '\1');
    end $$;

    -- The family of a word: the sound of its root. генерация, генерировать, генератор and generates are one family. Null
    -- for what is too short to tell.
    create function search_family(word text) returns text language plpgsql immutable strict parallel safe as $$
    declare
      root text := search_root(word);
    begin
      return case when length(root) > 2 then search_sound(root) end;
    end $$;

    -- The stems of a phrase without its stop words; all its words as one text, by stems and by families.
    create function search_phrase_lexemes(phrase text) returns text[] language sql immutable as $$
      select array(select lexeme from unnest(search_words_of(phrase)) with ordinality as part (word, place)
        cross join search_lexeme(word) as lexeme where lexeme is not null order by place)
    $$;
    create function search_phrase_key(phrase text) returns text language sql immutable as $$
      select coalesce(string_agg(coalesce(search_lexeme(word), word), ' ' order by place), '')
      from unnest(search_words_of(phrase)) with ordinality as part (word, place)
    $$;
    create function search_phrase_family(phrase text) returns text language sql immutable as $$
      select coalesce(string_agg(coalesce(search_family(word), search_lexeme(word), word), ' ' order by place), '')
      from unnest(search_words_of(phrase)) with ordinality as part (word, place)
    $$;

    -- A word with one letter left out, each in turn; none for a word that is too short or too long to mend.
    create function search_gaps(word text) returns text[] language plpgsql immutable strict parallel safe as $$
    begin
      return array(
        select distinct left(word, place - 1) || substr(word, place + 1)
        from generate_series(1, case when length(word) between 3 and 24 then length(word) else 0 end) as place);
    end $$;

    -- What a title is sorted by, the same on every server: accents, case and punctuation do not count, ё is е, figures
    -- stand before Latin letters and these before Cyrillic ones.
    create function search_sort_key(value text) returns text language sql immutable parallel safe as $$
      select left(btrim(regexp_replace(regexp_replace(
        replace(lower(normalize(coalesce(value, ''), nfkd) collate "default"), U&'и\0306', 'й'),
        U&'[\0300-\036F]', '', 'g'),
        '[^[:alnum:]]+', ' ', 'g')), 200)
    $$;
  `);

export const down = (db: Knex) =>
  db.raw(`
    drop function search_sort_key, search_gaps, search_phrase_family, search_phrase_key, search_phrase_lexemes, search_family, search_root, search_skeleton, search_sound, search_lexeme,
      search_name_key, search_name_words, search_joined, search_words_of, search_fold
  `);
