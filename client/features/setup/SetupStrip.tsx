/** Strip above the catalogue that tells an admin about the demo or missing set-up. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button, ButtonLink } from '../../design/Button.tsx';
import { Panel } from '../../design/Card.tsx';
import { from, space, type } from '../../design/theme.ts';
import { dismissSetupHint, type SetupNeeds } from './setupHint.ts';

/** As high as its skeleton (client/design/globalStyle.ts). */
const Root = styled(Panel)`
  display: grid;
  grid-template-columns: 1fr auto;
  align-items: center;
  gap: 6px ${space[3]};
  padding-block: ${space[3]};
  ${type.sm}

  strong {
    grid-column: 1 / -1;
    font-weight: 600;
  }
  a {
    justify-self: start;
  }
  ${from.md} {
    grid-template-columns: 1fr auto auto;
    strong {
      grid-column: auto;
    }
  }
`;

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
    <Root data-no-print="">
      <strong>{t(needs.isDemo ? 'setup.demo' : 'setup.missing')}</strong>
      <ButtonLink to={to}>{t(needs.isDemo ? 'setup.ownCatalogue' : 'setup.goOn')}</ButtonLink>
      <Button
        variant="ghost"
        aria-label={t('setup.hide')}
        onClick={() => {
          dismissSetupHint(needs, userId);
          setIsDismissed(true);
          // The focused button is gone.
          document.getElementById('main')?.focus({ preventScroll: true });
        }}
      >
        {t('progress.hide')}
      </Button>
    </Root>
  );
}
