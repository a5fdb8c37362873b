// Whose act a row of the record is: a person's of the demo, or somebody real's.

/** SQL: whether `users`, left joined as the actor of a row of this table, are not of the demo, neither there nor deleted. */
export const isRealAct = (table: 'activity' | 'data_rule_changes'): string =>
  `(users.is_demo is not true and not ${table}.is_by_demo)`;
