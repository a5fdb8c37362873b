/** The second and third level of the wizard: the subcategories of a category, and the tasks of one. */
import { Chip } from '../../design/Chip.tsx';
import type { WizardNamed, WizardTask } from './catalogue/wizardWords.ts';
import type { ChosenPath } from './chosenPath.ts';
import { LevelLists, TaskButton } from './wizardLook.ts';

export interface WizardLevelsProps {
  path: ChosenPath;
  nameOf: (one: WizardNamed) => string;
  /** A tag's name in the reader's language. */
  tagName: (tag: string) => string;
  /** Opens a subcategory by its key; null closes it. */
  onOpen: (subcategory: string | null) => void;
  onChoose: (task: WizardTask) => void;
}

export function WizardLevels({ path, nameOf, tagName, onOpen, onChoose }: WizardLevelsProps) {
  const { category, subcategory } = path;
  if (!category) return null;
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
                <small>{task.tags.map((tag) => `#${tagName(tag)}`).join('  ')}</small>
              </TaskButton>
            </li>
          ))}
        </ul>
      ) : null}
    </LevelLists>
  );
}
