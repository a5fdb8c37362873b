/** Categories of the task wizard, loaded before their tasks, and the types of its entries. */
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

/** First level of the task wizard, in the order of the screen (specification, section 2). */
export const wizardCategories: ReadonlyArray<Omit<WizardCategory, 'subcategories'>> = [
  { key: 'analyze', nameRu: 'Анализ', nameEn: 'Analyse' },
  { key: 'create', nameRu: 'Создание', nameEn: 'Create' },
  { key: 'automate', nameRu: 'Автоматизация', nameEn: 'Automate' },
  { key: 'market', nameRu: 'Маркетинг', nameEn: 'Market' },
  { key: 'support', nameRu: 'Поддержка', nameEn: 'Support' },
  { key: 'develop', nameRu: 'Разработка', nameEn: 'Develop' },
  { key: 'communicate', nameRu: 'Общение', nameEn: 'Communicate' },
  { key: 'learn', nameRu: 'Обучение', nameEn: 'Learn' },
];
