/** Subcategories and tasks of the wizard. */
import { useTranslation } from 'react-i18next';
import { Chip } from '../../design/Chip.tsx';
import { Delayed, Skeleton } from '../../design/Skeleton.tsx';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import type {
  WizardNamed,
  WizardTask,
  WizardCategory,
  WizardSubcategory,
} from './wizardCategories.ts';
import { isEmptyCategory, isEmptySubcategory, type CountOf } from './useTaskCounts.ts';
import { LevelLists, TaskButton } from './wizard.styles.ts';

/** Selected path in the wizard, from the URL and the selected concepts. */
interface WizardPath {
  category: WizardCategory | null;
  subcategory: WizardSubcategory | null;
  /** Task whose concepts equal the selected ones. */
  task: WizardTask | null;
}

const sameIds = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((id) => right.includes(id));

/** Unknown keys are ignored. */
export function resolveWizardPath(
  catalogue: readonly WizardCategory[],
  keys: { category: string | null; subcategory: string | null },
  concepts: readonly string[],
): WizardPath {
  const category = catalogue.find(({ key }) => key === keys.category) ?? null;
  const subcategory = category?.subcategories.find(({ key }) => key === keys.subcategory) ?? null;
  const task = subcategory?.tasks.find((one) => sameIds(one.concepts, concepts)) ?? null;
  return { category, subcategory, task };
}

/** Zero beside wizard entries without services. */
export function ZeroCount() {
  const { t } = useTranslation('dashboard');
  return (
    <>
      <small aria-hidden="true">0</small>
      <VisuallyHidden> {t('wizard.count', { count: 0 })}</VisuallyHidden>
    </>
  );
}

export interface WizardLevelsProps {
  path: WizardPath;
  nameOf: (one: WizardNamed) => string;
  /** Number of services per task; null when unknown. */
  countOf: CountOf | null;
  /** Whether a filter is set that the counts ignore: they are hidden then. */
  isFiltered: boolean;
  /** Whether the counts are loading. */
  isLoading: boolean;
  /** Opens a subcategory by its key; null closes it. */
  onOpen: (subcategory: string | null) => void;
  onChoose: (task: WizardTask) => void;
}

export function WizardLevels(props: WizardLevelsProps) {
  const { path, nameOf, countOf, isFiltered, isLoading, onOpen, onChoose } = props;
  const { t } = useTranslation('dashboard');
  const { category, subcategory, task: chosen } = path;
  if (!category) return null;
  if (isLoading) {
    return (
      <Delayed>
        <Skeleton style={{ height: 36 }} />
      </Delayed>
    );
  }
  const isEmptyTask = (task: WizardTask) => countOf?.(task) === 0;
  const isEmpty = subcategory
    ? isEmptySubcategory(subcategory, countOf)
    : isEmptyCategory(category, countOf);
  const emptyWords = chosen && isEmptyTask(chosen) ? 'wizard.emptyTask' : 'wizard.empty';
  return (
    <>
      {isEmpty || (chosen && isEmptyTask(chosen)) ? <p>{t(emptyWords)}</p> : null}
      <LevelLists data-two={subcategory ? '' : undefined}>
        <ul data-part="subcategories" aria-label={nameOf(category)}>
          {category.subcategories.map((one) => {
            const isOpen = one === subcategory;
            const isEmptyPart = isEmptySubcategory(one, countOf);
            return (
              <li key={one.key}>
                <Chip
                  aria-expanded={isOpen}
                  data-empty={isEmptyPart ? '' : undefined}
                  onClick={() => onOpen(isOpen ? null : one.key)}
                >
                  <span aria-hidden="true" data-part="emoji">
                    {one.emoji}
                  </span>
                  {nameOf(one)}
                  {isEmptyPart ? <ZeroCount /> : null}
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
                  aria-pressed={task === chosen}
                  data-empty={isEmptyTask(task) ? '' : undefined}
                  onClick={() => onChoose(task)}
                >
                  <span aria-hidden="true" data-part="emoji">
                    {task.emoji}
                  </span>
                  <strong>{nameOf(task)}</strong>
                  {countOf && (!isFiltered || isEmptyTask(task)) ? (
                    <small>{t('wizard.count', { count: countOf(task) })}</small>
                  ) : null}
                </TaskButton>
              </li>
            ))}
          </ul>
        ) : null}
      </LevelLists>
    </>
  );
}
