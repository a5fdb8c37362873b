/** What has a name in both languages. */
export interface WizardNamed {
  nameRu: string;
  nameEn: string;
}

/** Something to do, and the tags that find the services for it: an item must bear all of them. */
export interface WizardTask {
  key: string;
  emoji: string;
  nameRu: string;
  nameEn: string;
  /** The original names of tags, as the search takes them. */
  tags: string[];
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
  emoji: string;
  nameRu: string;
  nameEn: string;
  subcategories: ReadonlyArray<WizardSubcategory>;
}
