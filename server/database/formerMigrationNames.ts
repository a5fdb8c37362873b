// Migrations got one number each before the first release; a database or a backup of before knows them by their former names.

const formerNames: Readonly<Record<string, string>> = {
  '0009_search_pages.ts': '0010_search_pages.ts',
  '0009_search_rules.ts': '0011_search_rules.ts',
  '0009_search_synonyms.ts': '0012_search_synonyms.ts',
  '0009_search_tally.ts': '0013_search_tally.ts',
  '0009_search_triggers.ts': '0014_search_triggers.ts',
  '0010_rate_limits.ts': '0015_rate_limits.ts',
  '0011_use_case_progress.ts': '0016_use_case_progress.ts',
  '0012_job_workers.ts': '0017_job_workers.ts',
  '0012_sync_agreement.ts': '0018_sync_agreement.ts',
  '0013_images_known.ts': '0019_images_known.ts',
  '0014_replica_marks.ts': '0020_replica_marks.ts',
  '0015_items_machine_texts.ts': '0021_items_machine_texts.ts',
  '0015_knowledge_cards.ts': '0022_knowledge_cards.ts',
  '0016_knowledge_views.ts': '0023_knowledge_views.ts',
  '0017_search_vocabulary.ts': '0024_search_vocabulary.ts',
  '0018_search_renewed.ts': '0025_search_renewed.ts',
  '0019_refusal_reasons.ts': '0026_refusal_reasons.ts',
  '0020_accounts_standing.ts': '0027_accounts_standing.ts',
  '0021_accounts_sessions.ts': '0028_accounts_sessions.ts',
  '0022_accounts_telegram_links.ts': '0029_accounts_telegram_links.ts',
  '0023_inconsistencies_claims.ts': '0030_inconsistencies_claims.ts',
  '0024_translations_tries.ts': '0031_translations_tries.ts',
  '0027_complaints_addresses.ts': '0032_complaints_addresses.ts',
  '0028_replica_marks_go.ts': '0033_replica_marks_go.ts',
};

/** The name that a migration bears now. */
export const currentMigrationName = (name: string): string => formerNames[name] ?? name;

/** Former name and present one, of all that were renamed. */
export const renamedMigrations = Object.entries(formerNames);
