/** The task wizard: category, subcategory, task. A task puts its tags into the search (specification, section 2). */
import { useTranslation } from 'react-i18next';
import { announce } from '../../design/Announcer.tsx';
import { Button } from '../../design/Button.tsx';
import { Chip } from '../../design/Chip.tsx';
import { useLanguage } from '../../i18n/useLanguage.ts';
import type { WizardTask } from './catalogue/wizardWords.ts';
import { chosenPath } from './chosenPath.ts';
import { wizardCatalogue } from './wizardCatalogue.ts';
import { Categories, Levels, TaskButton } from './wizardLook.ts';

export interface WizardKeys {
  category: string | null;
  subcategory: string | null;
}

export interface WizardProps extends WizardKeys {
  /** The tags that are chosen now. */
  tags: readonly string[];
  /** A tag's name in the reader's language. */
  tagName: (tag: string) => string;
  /** Opens or closes a level. */
  onOpen: (keys: WizardKeys) => void;
  onChoose: (task: WizardTask) => void;
  /** Closes the wizard and takes its tags away. */
  onReset: () => void;
}

export function Wizard({ category, subcategory, tags, tagName, ...on }: WizardProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { language } = useLanguage();
  const nameOf = (one: { nameRu: string; nameEn: string }) =>
    language === 'ru' ? one.nameRu : one.nameEn;
  const path = chosenPath(wizardCatalogue, { category, subcategory }, tags);
  const steps = [path.category, path.subcategory, path.task].flatMap((step) => step ?? []);
  const choose = (task: WizardTask) => {
    on.onChoose(task);
    announce(t('wizard.applied', { task: nameOf(task) }));
  };

  return (
    <section aria-label={t('wizard.label')}>
      <Categories>
        {wizardCatalogue.map((one) => {
          const isOpen = one === path.category;
          return (
            <li key={one.key}>
              <Chip
                aria-expanded={isOpen}
                onClick={() => on.onOpen({ category: isOpen ? null : one.key, subcategory: null })}
              >
                {nameOf(one)}
              </Chip>
            </li>
          );
        })}
      </Categories>
      {path.category ? (
        <Levels style={{ marginTop: 12 }}>
          <div data-part="path">
            <span>{steps.map(nameOf).join(' › ')}</span>
            <Button variant="ghost" onClick={on.onReset}>
              {t('common:actions.reset')}
            </Button>
          </div>
          <div data-part="levels" data-two={path.subcategory ? '' : undefined}>
            <ul data-part="subcategories" aria-label={nameOf(path.category)}>
              {path.category.subcategories.map((one) => {
                const isOpen = one === path.subcategory;
                return (
                  <li key={one.key}>
                    <Chip
                      aria-expanded={isOpen}
                      onClick={() => on.onOpen({ category, subcategory: isOpen ? null : one.key })}
                    >
                      <span aria-hidden="true">{one.emoji}</span>
                      {nameOf(one)}
                    </Chip>
                  </li>
                );
              })}
            </ul>
            {path.subcategory ? (
              <ul data-part="tasks" aria-label={nameOf(path.subcategory)}>
                {path.subcategory.tasks.map((task) => (
                  <li key={task.key}>
                    <TaskButton
                      type="button"
                      aria-pressed={task === path.task}
                      onClick={() => choose(task)}
                    >
                      <span aria-hidden="true">{task.emoji}</span>
                      <strong>{nameOf(task)}</strong>
                      <small>{task.tags.map((tag) => `#${tagName(tag)}`).join('  ')}</small>
                    </TaskButton>
                  </li>
                ))}
              </ul>
            ) : null}
          </div>
        </Levels>
      ) : null}
    </section>
  );
}
