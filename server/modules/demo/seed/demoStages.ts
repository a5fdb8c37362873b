// Stages of the demo with one running pilot, from data/stages.json.
import type { Knex } from 'knex';
import { dayMs } from '../../../shared/durations.ts';
import type { StageName } from '../../access/stages/stages.module.ts';
import { readDemoData } from './seedData.ts';

/** An entry of the file, described in data/README.md. */
interface DemoStage {
  bookmarkId: number;
  company: string;
  stage: StageName;
  daysAgo: number;
  questionRu?: string;
  questionEn?: string;
  endsInDays?: number;
  reasonRu?: string;
  reasonEn?: string;
  testers?: string[];
}

/** Adds stages for existing companies and items; existing ones stay unchanged. */
export async function loadStages(
  db: Knex,
  ids: { people: ReadonlyMap<string, number>; items: ReadonlyMap<number, number>; now: Date },
): Promise<void> {
  const { people, items, now } = ids;
  const companies = new Set<string>(await db('companies').pluck('key'));
  for (const one of readDemoData<DemoStage[]>('stages')) {
    const item_id = items.get(one.bookmarkId);
    if (item_id === undefined || !companies.has(one.company)) continue;
    const endsOn = one.endsInDays && new Date(now.getTime() + one.endsInDays * dayMs);
    const [made]: { id: number }[] = await db('item_stages')
      .insert({
        item_id,
        company_key: one.company,
        stage: one.stage,
        question_ru: one.questionRu ?? null,
        question_en: one.questionEn ?? null,
        ends_on: endsOn ? endsOn.toISOString().slice(0, 10) : null,
        reason_ru: one.reasonRu ?? null,
        reason_en: one.reasonEn ?? null,
        decided_by: people.get('admin') ?? null,
        decided_at: new Date(now.getTime() - one.daysAgo * dayMs),
        is_demo: true,
      })
      .onConflict(['company_key', 'item_id'])
      .ignore()
      .returning('id');
    const testers = (one.testers ?? []).flatMap((key) => people.get(key) ?? []);
    if (made && testers.length > 0)
      await db('pilot_testers').insert(
        testers.map((user_id) => ({ stage_id: made.id, user_id, joined_at: now })),
      );
  }
}
