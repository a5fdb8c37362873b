// What a notification stands for, as far as it still is: a like is taken back, a case or an account deleted, by whatever way.

const casesOf = (told: string) =>
  `from use_cases where id = any(${told}.parts::integer[]) and deleted_at is null`;

/** SQL: of how many people, or cases, a notification still tells; with none it is not told. Of a case that is gone nobody is told. */
export const standingParts = (told: string): string => `case ${told}.kind
    when 'case_liked' then (
      select count(*) from use_case_likes join use_cases on use_cases.id = use_case_id and deleted_at is null
      where use_case_id = ${told}.subject_id::integer and use_case_likes.user_id = any(${told}.parts::integer[]))::integer
    when 'case_asked' then cardinality(${told}.parts) * (
      select count(*) from use_cases where id = ${told}.subject_id::integer and deleted_at is null)::integer
    when 'service_case' then (select count(*) ${casesOf(told)})::integer
    else cardinality(${told}.parts)
  end`;

/** SQL: what it is about; of several cases the last that still is. */
export const standingSubject = (told: string): string => `case ${told}.kind
    when 'service_case' then (
      select id::text ${casesOf(told)} order by array_position(${told}.parts, id::text) desc limit 1)
    else ${told}.subject_id
  end`;
