// SQL for who may be here now: one rule, for every statement that lets somebody in.
import type { Knex } from 'knex';
import type { EntryRules, Standing } from './standing.ts';

/**
 * The standing of a row of `users`.
 *
 * @param demoPeople the place of `rules.demoPeople` in the statement: `?` or `$4`
 * @param telegramIds the place of `rules.telegramIds`, behind it
 */
export const standingSql = (demoPeople = '?', telegramIds = '?'): string => `
  case
    when users.disabled_at is not null then 'disabled'
    when users.is_demo then case when ${demoPeople}::boolean then 'active' else 'outside' end
    when exists (
      select from company_domains where domain = substring(lower(users.email) from '[^@]+$')
    ) or exists (
      select from identities where identities.user_id = users.id and (
        hosted_domain in (select domain from company_domains)
        or provider = 'telegram' and subject = any(${telegramIds}::text[])
      )
    ) then 'active'
    else 'outside'
  end`;

/** What `standingSql` takes, in its order. */
export const standingValues = (rules: EntryRules): [boolean, string[]] => [
  rules.demoPeople,
  [...rules.telegramIds],
];

export const standingStore = (db: Knex, rules: EntryRules) => ({
  /** The standing of each of these people who is there. */
  async of(userIds: readonly number[]): Promise<Map<number, Standing>> {
    const { rows } = await db.raw<{ rows: { id: number; standing: Standing }[] }>(
      `select id, ${standingSql()} as standing from users where id = any(?)`,
      [...standingValues(rules), [...userIds]],
    );
    return new Map(rows.map(({ id, standing }) => [id, standing]));
  },
});

export type StandingStore = ReturnType<typeof standingStore>;
