// Keys of tags: spellings of one tag have the same key.
import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(String.raw`
    -- As tagKey of the server: composed, in lower case, without invisible signs, with single spaces.
    create function tag_key(name text) returns text language sql immutable strict parallel safe as $$
      select btrim(regexp_replace(
        translate(replace(lower(translate(normalize(regexp_replace(name,
          '[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe0e\ufe0f\ufeff]', '', 'g'), nfc), 'İ', 'i') collate "default"),
          U&'i\0307', 'i'), 'ς', 'σ'),
        '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'))
    $$;
    create index tags_key_ix on tags using hash (tag_key(original_name));
    create index tags_key_ru_ix on tags using hash (tag_key(name_ru));
    create index tags_key_en_ix on tags using hash (tag_key(name_en));
  `);
}
