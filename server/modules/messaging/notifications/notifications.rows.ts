// SQL for the current parts of a notification: likes, use cases and accounts may be deleted, questions answered.

const liveUseCasesSql = (alias: string) =>
  `from use_cases where id = any(${alias}.parts::integer[]) and deleted_at is null`;

/** Number of people or use cases that a notification still counts; with 0 it is not shown. */
export const liveCountSql = (alias: string): string => `case ${alias}.kind
    when 'case_liked' then (
      select count(*) from use_case_likes join use_cases on use_cases.id = use_case_id and deleted_at is null
      where use_case_id = ${alias}.subject_id::integer and use_case_likes.user_id = any(${alias}.parts::integer[]))::integer
    when 'case_asked' then cardinality(${alias}.parts) * (
      select count(*) from use_cases where id = ${alias}.subject_id::integer and deleted_at is null)::integer
    when 'access_needed' then (
      select count(*) from access_reviews join access_requests on access_requests.id = request_id and status = 'granted'
      where request_id = ${alias}.subject_id::integer and is_needed is null)::integer
    when 'service_case' then (select count(*) ${liveUseCasesSql(alias)})::integer
    else cardinality(${alias}.parts)
  end`;

/** The subject; of several use cases the last existing one. */
export const liveSubjectSql = (alias: string): string => `case ${alias}.kind
    when 'service_case' then (
      select id::text ${liveUseCasesSql(alias)} order by array_position(${alias}.parts, id::text) desc limit 1)
    else ${alias}.subject_id
  end`;
