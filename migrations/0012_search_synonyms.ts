// Words that mean the same, edited by admins, and the searches that found nothing.
import type { Knex } from 'knex';

/** What no rule can know: words and phrases of one line mean the same, each as each other. */
const seeds = [
  ['изображение', 'картинка', 'рисунок', 'image', 'picture'],
  ['фото', 'фотография', 'photo'],
  ['видео', 'ролик', 'клип', 'video'],
  ['озвучка', 'голос', 'синтез речи', 'voice', 'speech', 'text to speech', 'tts', 'voiceover'],
  ['расшифровка речи', 'речь в текст', 'распознавание речи', 'стенограмма', 'субтитры'],
  ['расшифровка', 'транскрипция', 'transcription', 'speech to text', 'stt', 'transcribe'],
  ['субтитры', 'subtitles'],
  ['музыка', 'саундтрек', 'music', 'soundtrack'],
  ['звук', 'sound'],
  ['презентация', 'слайд', 'presentation', 'slide', 'powerpoint'],
  ['таблица', 'эксель', 'excel', 'spreadsheet'],
  ['тестирование', 'qa', 'testing', 'quality assurance'],
  ['отладка', 'баг', 'debugging', 'bug'],
  ['помощник программиста', 'программирование', 'coding assistant', 'programming'],
  ['служба поддержки', 'саппорт', 'хелпдеск', 'help desk', 'helpdesk', 'customer support'],
  ['соцсети', 'социальные сети', 'smm', 'social media'],
  ['блогер', 'инфлюенсер', 'influencer'],
  ['языковая модель', 'llm', 'language model'],
  ['нейросеть', 'нейронка', 'искусственный интеллект', 'ии'],
  ['ии', 'ai', 'artificial intelligence'],
  ['захват движения', 'mocap', 'motion capture'],
  ['лендинг', 'сайт', 'landing page', 'website'],
  ['рассылка', 'имейл', 'email'],
  ['перевод', 'translation'],
  ['локализация', 'l10n', 'localization'],
  ['3d', 'трёхмерный'],
  ['интерфейс', 'ui', 'ux', 'interface'],
  ['разработка игр', 'геймдев', 'gamedev', 'game development'],
  ['курс', 'обучение', 'урок', 'руководство', 'course', 'tutorial'],
  ['персонаж', 'npc', 'character'],
  ['generator', 'maker', 'builder'],
  ['maker', 'create'],
  ['итоги встреч', 'протокол встречи', 'протокол совещания', 'meeting notes', 'minutes'],
  ['пересказ', 'конспект', 'саммари', 'summary', 'summarization'],
  ['анализ данных', 'аналитика', 'data analysis', 'analytics'],
  ['апскейл', 'увеличение', 'upscaling'],
  ['чат-бот', 'бот', 'chatbot'],
  ['иконка', 'значок', 'icon'],
  ['модерация', 'moderation'],
  ['игровая экономика', 'баланс игры', 'game economy'],
];

/** Each with each, as they are written into the table. */
export const seedPairs = seeds.flatMap((line) =>
  line.flatMap((word, place) => line.slice(place + 1).map((synonym) => ({ word, synonym }))),
);

export const up = async (db: Knex) => {
  await db.raw(`
    create table search_synonyms (
      id integer generated always as identity constraint search_synonyms_pk primary key,
      word text not null,
      synonym text not null,
      -- The stems of each side, in order: as a key to find it by, and without stop words.
      word_key text collate "C" not null,
      synonym_key text collate "C" not null,
      word_lexemes text[] not null,
      synonym_lexemes text[] not null,
      created_at timestamptz not null default now(),
      constraint search_synonyms_uq unique (word_key, synonym_key),
      constraint search_synonyms_differ_ck check (word_key <> synonym_key and word_key <> '' and synonym_key <> '')
    );
    create index search_synonyms_other_ix on search_synonyms (synonym_key);

    create function search_on_synonym() returns trigger language plpgsql as $$
    begin
      new.word_key := search_phrase_key(new.word);
      new.synonym_key := search_phrase_key(new.synonym);
      new.word_lexemes := search_phrase_lexemes(new.word);
      new.synonym_lexemes := search_phrase_lexemes(new.synonym);
      return new;
    end $$;
    create trigger search_synonyms_stems before insert or update on search_synonyms
      for each row execute function search_on_synonym();

    -- The wish list of the catalogue; nobody's name is kept.
    create table zero_result_searches (
      day date not null,
      language text not null constraint zero_result_searches_language_ck check (language in ('ru', 'en')),
      text text not null,
      count integer not null default 1,
      constraint zero_result_searches_pk primary key (day, language, text)
    );
  `);
  await db('search_synonyms').insert(seedPairs).onConflict(['word_key', 'synonym_key']).ignore();
};

export const down = (db: Knex) =>
  db.raw(`
    drop table zero_result_searches, search_synonyms;
    drop function search_on_synonym;
  `);
