/** Strip above the catalogue that tells an admin about the demo or missing set-up. */
import { useState } from 'react';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Strip } from '../../design/Strip.ts';
import { dismissSetupHint, type SetupNeeds } from './setupHint.ts';

export interface SetupStripProps {
  needs: SetupNeeds;
  userId: string;
  /** Path of the set-up page. */
  to: string;
}

export function SetupStrip({ needs, userId, to }: SetupStripProps) {
  const { t } = useTranslation('dashboard');
  const [isDismissed, setIsDismissed] = useState(false);
  if (isDismissed) return null;
  return (
    <Strip data-no-print="">
      <span>{t(needs.isDemo ? 'setup.demo' : 'setup.missing')}</span>
      <Link to={to}>{t(needs.isDemo ? 'setup.ownCatalogue' : 'setup.goOn')}</Link>
      <button
        type="button"
        data-hide=""
        aria-label={t('setup.hide')}
        title={t('setup.hide')}
        onClick={() => {
          dismissSetupHint(needs, userId);
          setIsDismissed(true);
          // The focused button is gone.
          document.getElementById('main')?.focus({ preventScroll: true });
        }}
      >
        <X size={14} aria-hidden="true" />
      </button>
    </Strip>
  );
}
