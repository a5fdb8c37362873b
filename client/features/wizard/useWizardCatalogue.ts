/** The task wizard's catalogue, loaded when a category opens. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyLoadFailure } from '../../design/lazyComponent.tsx';
import type { WizardCategory } from './catalogue/wizardTexts.ts';

const notLoaded: readonly WizardCategory[] = [];

/** Empty until loaded. */
export function useWizardCatalogue(needed: boolean): readonly WizardCategory[] {
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
