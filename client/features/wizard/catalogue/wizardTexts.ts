/** Types of the task wizard’s entries. */

/** Names in both languages. */
export interface WizardNamed {
  nameRu: string;
  nameEn: string;
}

/** Something to do, and the concepts of the search that find the services for it: a service is about all of them, or what is narrower. */
export interface WizardTask {
  key: string;
  emoji: string;
  nameRu: string;
  nameEn: string;
  /** Their ids (server/modules/search/vocabulary/thesaurus). */
  concepts: string[];
}

/** The middle level of the wizard. */
export interface WizardSubcategory {
  key: string;
  emoji: string;
  nameRu: string;
  nameEn: string;
  tasks: ReadonlyArray<WizardTask>;
}

/** The first level of the wizard; the eight keys are those of the specification, section 2. */
export interface WizardCategory {
  key:
    'analyze' | 'create' | 'automate' | 'market' | 'support' | 'develop' | 'communicate' | 'learn';
  nameRu: string;
  nameEn: string;
  subcategories: ReadonlyArray<WizardSubcategory>;
}
