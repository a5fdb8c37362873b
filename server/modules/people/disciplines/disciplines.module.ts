// Disciplines: fields of work that people choose, with their names in both languages.
import type { Knex } from 'knex';
import type { Clock } from '../../../shared/clock.ts';
import type { Language } from '../../../shared/language.ts';
import { loadOne } from '../../../shared/loaders.ts';
import { personInBrowser, type User, type Viewer } from '../accounts/accounts.ts';

export const disciplineNames = {
  artist_2d: { ru: '2D-художник', en: '2D artist' },
  artist_3d: { ru: '3D-художник', en: '3D artist' },
  animator: { ru: 'Аниматор', en: 'Animator' },
  ui_designer: { ru: 'UI/UX-дизайнер', en: 'UI/UX designer' },
  game_designer: { ru: 'Геймдизайнер', en: 'Game designer' },
  narrative_designer: { ru: 'Нарративный дизайнер', en: 'Narrative designer' },
  programmer: { ru: 'Программист', en: 'Programmer' },
  qa: { ru: 'Тестировщик', en: 'QA' },
  analyst: { ru: 'Аналитик', en: 'Analyst' },
  ua_marketer: { ru: 'UA-маркетолог', en: 'UA marketer' },
  producer: { ru: 'Продюсер', en: 'Producer' },
  community_manager: { ru: 'Комьюнити-менеджер', en: 'Community manager' },
  localisation: { ru: 'Локализация', en: 'Localisation' },
  sound_designer: { ru: 'Саунд-дизайнер', en: 'Sound designer' },
  support: { ru: 'Поддержка игроков', en: 'Player support' },
  people_team: { ru: 'HR и рекрутинг', en: 'HR and recruiting' },
} as const satisfies Record<string, Record<Language, string>>;

export type Discipline = keyof typeof disciplineNames;
export const disciplines = Object.keys(disciplineNames) as [Discipline, ...Discipline[]];

interface ChosenDiscipline {
  userId: number;
  discipline: Discipline | null;
  /** True when the person has neither chosen a discipline nor skipped the question. */
  isWanted: boolean;
}

const readDisciplines = async (
  db: Knex,
  userIds: readonly number[],
): Promise<ChosenDiscipline[]> => {
  const rows: { id: number; discipline: Discipline | null; discipline_asked_at: Date | null }[] =
    await db('users')
      .whereRaw('id in (select unnest(?::integer[]))', [[...userIds]])
      .select('id', 'discipline', 'discipline_asked_at');
  return rows.map((row) => ({
    userId: row.id,
    discipline: row.discipline,
    isWanted: row.discipline_asked_at === null,
  }));
};

export const createDisciplinesModule = ({ db, clock }: { db: Knex; clock: Clock }) => ({
  disciplines: {
    /** Sets the discipline of the person; null for none. @throws DomainError FORBIDDEN (`sessionOnly`) */
    choose: async (viewer: Viewer, discipline: Discipline | null): Promise<User> => {
      const { user } = personInBrowser(viewer);
      await db('users').where({ id: user.id }).update({ discipline, discipline_asked_at: clock() });
      return user;
    },
    of: async (userId: number): Promise<Discipline | null> =>
      (await readDisciplines(db, [userId]))[0]?.discipline ?? null,
  },
});

export const disciplinesLoaders = (db: Knex) => ({
  disciplineOfUser: loadOne(
    (userIds: readonly number[]) => readDisciplines(db, userIds),
    (chosen) => chosen.userId,
  ),
});
