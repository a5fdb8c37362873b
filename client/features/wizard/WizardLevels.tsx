/** The second and third level of the wizard: the subcategories of a category, and the tasks of one. */
import { useTranslation } from 'react-i18next';
import { Chip } from '../../design/Chip.tsx';
import { Delayed, Skeleton } from '../../design/Skeleton.tsx';
import type { WizardNamed, WizardTask } from './catalogue/wizardWords.ts';
import type { ChosenPath } from './chosenPath.ts';
import type { CountOf } from './shownCatalogue.ts';
import { LevelLists, TaskButton } from './wizardLook.ts';

export interface WizardLevelsProps {
  path: ChosenPath;
  nameOf: (one: WizardNamed) => string;
  /** How many services a task finds; null where that is not known. */
  countOf: CountOf | null;
  /** Whether it is not known yet which tasks find something. */
  isLoading: boolean;
  /** Opens a subcategory by its key; null closes it. */
  onOpen: (subcategory: string | null) => void;
  onChoose: (task: WizardTask) => void;
}

export function WizardLevels(props: WizardLevelsProps) {
  const { path, nameOf, countOf, isLoading, onOpen, onChoose } = props;
  const { t } = useTranslation('dashboard');
  const { category, subcategory } = path;
  if (!category) return null;
  if (isLoading) {
    return (
      <Delayed>
        <Skeleton style={{ height: 36 }} />
      </Delayed>
    );
  }
  if (category.subcategories.length === 0) return <p>{t('wizard.empty')}</p>;
  return (
    <LevelLists data-two={subcategory ? '' : undefined}>
      <ul data-part="subcategories" aria-label={nameOf(category)}>
        {category.subcategories.map((one) => {
          const isOpen = one === subcategory;
          return (
            <li key={one.key}>
              <Chip aria-expanded={isOpen} onClick={() => onOpen(isOpen ? null : one.key)}>
                <span aria-hidden="true" data-part="emoji">
                  {one.emoji}
                </span>
                {nameOf(one)}
              </Chip>
            </li>
          );
        })}
      </ul>
      {subcategory ? (
        <ul data-part="tasks" aria-label={nameOf(subcategory)}>
          {subcategory.tasks.map((task) => (
            <li key={task.key}>
              <TaskButton
                type="button"
                aria-pressed={task === path.task}
                onClick={() => onChoose(task)}
              >
                <span aria-hidden="true" data-part="emoji">
                  {task.emoji}
                </span>
                <strong>{nameOf(task)}</strong>
                {countOf ? <small>{t('wizard.count', { count: countOf(task) })}</small> : null}
              </TaskButton>
            </li>
          ))}
        </ul>
      ) : null}
    </LevelLists>
  );
}
