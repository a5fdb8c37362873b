// SQL for the parts of a notification that still exist: likes, use cases and accounts may be gone.

const liveUseCasesSql = (told: string) =>
  `from use_cases where id = any(${told}.parts::integer[]) and deleted_at is null`;

/** How many people or use cases a notification still counts; with 0 it is not shown. */
export const liveCountSql = (told: string): string => `case ${told}.kind
    when 'case_liked' then (
      select count(*) from use_case_likes join use_cases on use_cases.id = use_case_id and deleted_at is null
      where use_case_id = ${told}.subject_id::integer and use_case_likes.user_id = any(${told}.parts::integer[]))::integer
    when 'case_asked' then cardinality(${told}.parts) * (
      select count(*) from use_cases where id = ${told}.subject_id::integer and deleted_at is null)::integer
    when 'service_case' then (select count(*) ${liveUseCasesSql(told)})::integer
    else cardinality(${told}.parts)
  end`;

/** The subject; of several use cases the last that still exists. */
export const liveSubjectSql = (told: string): string => `case ${told}.kind
    when 'service_case' then (
      select id::text ${liveUseCasesSql(told)} order by array_position(${told}.parts, id::text) desc limit 1)
    else ${told}.subject_id
  end`;
