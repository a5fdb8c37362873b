/** Categories of the task wizard, loaded before their tasks. */
import type { WizardCategory } from './catalogue/wizardTexts.ts';

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
