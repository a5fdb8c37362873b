/** Task wizard: category, subcategory, task. A task sets the concepts of the search (specification, section 2). */
import { useState, useEffect } from 'react';
import {
  ChartColumn,
  CodeXml,
  GraduationCap,
  Headset,
  Megaphone,
  MessagesSquare,
  WandSparkles,
  Workflow,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { announce } from '../../design/Announcer.tsx';
import { Button } from '../../design/Button.tsx';
import { lazyDialog, notifyLoadFailure } from '../../design/lazyComponent.tsx';
import { layout } from '../../design/theme.ts';
import { useMediaQuery } from '../../design/useMediaQuery.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import {
  wizardCategories,
  type WizardCategory,
  type WizardNamed,
  type WizardTask,
} from './wizardCategories.ts';
import { resolveWizardPath, ZeroCount, WizardLevels } from './WizardLevels.tsx';
import { isEmptyCategory, useTaskCounts } from './useTaskCounts.ts';
import { Categories, CategoryButton, PathBar, Levels } from './wizard.styles.ts';

const notLoaded: readonly WizardCategory[] = [];

/** Empty until loaded. */
function useWizardCatalogue(needed: boolean): readonly WizardCategory[] {
  const { t } = useTranslation();
  const [catalogue, setCatalogue] = useState(notLoaded);
  useEffect(() => {
    if (!needed) return;
    import('./wizardCatalogue.ts').then(
      (part) => setCatalogue(part.wizardCatalogue),
      (failure: unknown) => notifyLoadFailure(t, failure),
    );
  }, [needed, t]);
  return catalogue;
}

const WizardSheet = lazyDialog(() => import('./WizardSheet.tsx').then((part) => part.WizardSheet));

/** Screens on which the levels open as a bottom sheet. */
export const phoneQuery = `(max-width: ${Number.parseInt(layout.breakpoints.md, 10) - 1}px)`;

const icons: Record<WizardCategory['key'], LucideIcon> = {
  analyze: ChartColumn,
  create: WandSparkles,
  automate: Workflow,
  market: Megaphone,
  support: Headset,
  develop: CodeXml,
  communicate: MessagesSquare,
  learn: GraduationCap,
};

interface WizardKeys {
  category: string | null;
  subcategory: string | null;
}

export interface WizardProps extends WizardKeys {
  /** Selected concepts. */
  concepts: readonly string[];
  /** Whether a filter is set that the task counts ignore. */
  isFiltered: boolean;
  /** Opens or closes a level. */
  onOpen: (keys: WizardKeys) => void;
  onChoose: (task: WizardTask) => void;
  /** Closes the wizard and removes its concepts. */
  onReset: () => void;
}

export function Wizard({ category, subcategory, concepts, isFiltered, ...on }: WizardProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { language } = useLanguage();
  const isPhone = useMediaQuery(phoneQuery);
  const [sheet, setSheet] = useState<'never' | 'open' | 'closed'>('never');
  const nameOf = (one: WizardNamed) => (language === 'ru' ? one.nameRu : one.nameEn);
  // The catalogue and the counts stay loaded after the wizard closes.
  const [isNeeded, setNeeded] = useState(category !== null);
  if (category !== null && !isNeeded) setNeeded(true);
  const catalogue = useWizardCatalogue(isNeeded);
  const counts = useTaskCounts(catalogue);
  const path = resolveWizardPath(catalogue, { category, subcategory }, concepts);
  const steps = [path.category, path.subcategory, path.task].flatMap((step) => step ?? []);
  const way = steps.map(nameOf).join(' › ');

  const openCategory = (key: string, isOpen: boolean) => {
    setSheet('open');
    if (!isPhone) on.onOpen({ category: isOpen ? null : key, subcategory: null });
    else if (!isOpen) on.onOpen({ category: key, subcategory: null });
  };
  const levels = {
    path,
    nameOf,
    countOf: counts.countOf,
    isFiltered,
    isLoading: counts.isLoading,
    onOpen: (key: string | null) => on.onOpen({ category, subcategory: key }),
    onChoose: (task: WizardTask) => {
      on.onChoose(task);
      setSheet('closed');
      const applied = t('wizard.applied', { task: nameOf(task) });
      announce(counts.countOf?.(task) === 0 ? `${applied}. ${t('wizard.emptyTask')}` : applied);
    },
  };
  const reset = () => {
    setSheet('closed');
    on.onReset();
  };

  return (
    <section data-part="wizard" aria-label={t('wizard.label')}>
      <Categories data-part="categories">
        {wizardCategories.map((one) => {
          const isOpen = one.key === category;
          const inCatalogue = catalogue.find(({ key }) => key === one.key);
          const isEmpty = inCatalogue !== undefined && isEmptyCategory(inCatalogue, counts.countOf);
          const Icon = icons[one.key];
          return (
            <li key={one.key}>
              <CategoryButton
                type="button"
                aria-haspopup={isPhone ? 'dialog' : undefined}
                aria-expanded={isPhone ? isOpen && sheet === 'open' : isOpen}
                data-chosen={isOpen ? '' : undefined}
                data-empty={isEmpty ? '' : undefined}
                onClick={() => openCategory(one.key, isOpen)}
              >
                <Icon size={16} aria-hidden="true" />
                {nameOf(one)}
                {isEmpty ? <ZeroCount /> : null}
              </CategoryButton>
            </li>
          );
        })}
      </Categories>
      {path.category && !isPhone ? (
        <Levels style={{ marginTop: 12 }}>
          <PathBar>
            <span>{way}</span>
            <Button variant="ghost" onClick={on.onReset}>
              {t('common:actions.reset')}
            </Button>
          </PathBar>
          <WizardLevels {...levels} />
        </Levels>
      ) : null}
      {path.category && isPhone ? (
        <PathBar style={{ marginTop: 8 }}>
          <button type="button" aria-haspopup="dialog" onClick={() => setSheet('open')}>
            {way}
          </button>
          <Button variant="ghost" onClick={reset}>
            {t('common:actions.reset')}
          </Button>
        </PathBar>
      ) : null}
      {path.category && isPhone && sheet !== 'never' ? (
        <WizardSheet
          {...levels}
          open={sheet === 'open'}
          title={way}
          onClose={() => setSheet('closed')}
          onReset={reset}
        />
      ) : null}
    </section>
  );
}
