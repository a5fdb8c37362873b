// A job that runs while a test harms a server: new bookmarks that are synchronised and then translated by a slow model.
import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { jobQueue } from '../database/jobQueue.ts';
import { startFakeLanguageModel, type FakeLanguageModel } from '../../fakes/languageModel.ts';
import { startFakeRaindrop } from '../../fakes/raindrop.ts';
import { aBookmark, bookmarkId } from './syncFixture.ts';

export interface Work {
  /** Bookmarks that the synchronisation imports, each with a text to translate. */
  items: number;
  /** Number of translated ones. */
  done(): Promise<number>;
  /** Waits until all are translated and the job is over; false after `ms` milliseconds. */
  isDone(ms: number): Promise<boolean>;
  /** Number of texts that were translated and stored a second time. */
  twice(): Promise<number>;
}

export interface WorkWorld {
  /** Settings of the server: addresses of the bookmarks and the model. */
  env: Record<string, string>;
  model: FakeLanguageModel;
  /** Creates the bookmarks of one job; returns their ids. */
  addBookmarks(): Promise<number[]>;
  /** Has the database count stored translations; before any traffic, because it locks the table. */
  watch(db: Knex): Promise<void>;
  /** Enqueues the synchronisation, and waits until some of its items are translated. */
  begin(db: Knex): Promise<Work>;
  close(): Promise<void>;
}

/** Counts stored translations in the database: a second one of an item is work done twice. */
async function watchTranslations(db: Knex): Promise<void> {
  await db.raw(
    `create table if not exists stored_translations (item_id integer not null);
     create or replace function note_translation() returns trigger language plpgsql as $$
     begin
       insert into stored_translations values (new.id);
       return null;
     end $$;
     create or replace trigger note_translation after update of description_ru on items for each row
       when (new.description_ru is not null) execute function note_translation()`,
  );
}

export async function startWorkWorld({ items = 15, answerMs = 100 } = {}): Promise<WorkWorld> {
  const raindrop = await startFakeRaindrop();
  await raindrop.control.rate({ limit: 100_000 });
  const model = await startFakeLanguageModel({ answerMs });
  let known = 0;

  const addBookmarks = async (): Promise<number[]> => {
    const numbers = Array.from({ length: items }, (_unused, at) => known + at + 1);
    known += items;
    for (const number of numbers) await raindrop.control.add(aBookmark(number));
    return numbers.map(bookmarkId);
  };

  return {
    env: {
      RAINDROP_URL: raindrop.url,
      RAINDROP_TOKEN: raindrop.token,
      LANGUAGE_MODEL_URL: model.url,
      LANGUAGE_MODEL_NAME: 'stand-in',
    },
    model,
    addBookmarks,
    watch: watchTranslations,
    async begin(db) {
      const bookmarkIds = await addBookmarks();
      await jobQueue(db).enqueue('sync', {}, { key: 'sync' });
      const translated = () =>
        db('items').whereIn('bookmark_id', bookmarkIds).whereNotNull('description_ru');
      const done = async () => (await translated().pluck('id')).length;
      const jobs = async () => (await db('graphile_worker.jobs').pluck('id')).length;
      while ((await done()) < 2) await pause(20);
      return {
        items,
        done,
        async isDone(ms) {
          const end = performance.now() + ms;
          while (performance.now() < end) {
            if ((await done()) === items && (await jobs()) === 0) return true;
            await pause(100);
          }
          return false;
        },
        async twice() {
          const ids = await translated().pluck('id');
          const stored = await db('stored_translations').whereIn('item_id', ids).pluck('item_id');
          return stored.length - new Set(stored).size;
        },
      };
    },
    async close() {
      await raindrop.close();
      await model.close();
    },
  };
}
