/** Strip above the catalogue: the question about the discipline, the offered loadout, or the progress of a taken one. */
import { useState } from 'react';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { failureText } from '../../browser/graphqlFailure.ts';
import { lazyDialog } from '../../design/lazyComponent.tsx';
import { notify } from '../../design/notify.ts';
import { Strip } from '../../design/Strip.ts';
import { loadTexts } from '../../i18n/loadTexts.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { loadoutPath } from '../../items/links.ts';
import type { LoadoutStripQuery } from '../../generated.ts';
import { useHideLoadoutProgressMutation, useSetDisciplineMutation } from './generated.ts';
import { titleOf } from './loadoutText.ts';

const DisciplineDialog = lazyDialog(() =>
  Promise.all([import('./DisciplineDialog.tsx'), loadTexts('loadouts')]).then(
    ([part]) => part.DisciplineDialog,
  ),
);

export interface LoadoutStripProps {
  data: LoadoutStripQuery;
  /** Reads it again after an answer. */
  onChanged: () => void;
}

export function LoadoutStrip({ data, onChanged }: LoadoutStripProps) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const [isChoosing, setIsChoosing] = useState(false);
  const [hideProgress] = useHideLoadoutProgressMutation();
  const [setDiscipline] = useSetDisciplineMutation();
  const [taken] = data.takenLoadouts;
  const loadout = taken ?? data.offeredLoadout;
  const hide = async () => {
    notify.dismiss('loadout-strip');
    try {
      if (loadout) await hideProgress({ variables: { id: loadout.id } });
      else await setDiscipline({ variables: { discipline: null } });
      onChanged();
      // The focused button is gone.
      document.getElementById('main')?.focus({ preventScroll: true });
    } catch (failure) {
      notify.error(t('loadoutStrip.failed'), {
        id: 'loadout-strip',
        description: failureText(failure),
      });
    }
  };
  const title = loadout && titleOf(loadout, language).text;
  const words = () => {
    if (!loadout) return t('loadoutStrip.question');
    const { progress } = loadout;
    return taken && progress
      ? t('loadoutStrip.progress', { title, used: progress.used, total: progress.total })
      : t('loadoutStrip.offer', { title, count: loadout.itemsCount });
  };
  const hideLabel = t(loadout ? 'loadoutStrip.hide' : 'loadoutStrip.skip');
  return (
    <Strip data-no-print="">
      <span>{words()}</span>
      {loadout ? (
        <Link to={loadoutPath(loadout.id)}>
          {t(taken ? 'loadoutStrip.goOn' : 'loadoutStrip.open')}
        </Link>
      ) : (
        <button type="button" data-act="" onClick={() => setIsChoosing(true)}>
          {t('loadoutStrip.choose')}
        </button>
      )}
      <button
        type="button"
        data-hide=""
        aria-label={hideLabel}
        title={hideLabel}
        onClick={() => void hide()}
      >
        <X size={14} aria-hidden="true" />
      </button>
      {isChoosing ? (
        <DisciplineDialog onClose={() => setIsChoosing(false)} onChosen={onChanged} />
      ) : null}
    </Strip>
  );
}
