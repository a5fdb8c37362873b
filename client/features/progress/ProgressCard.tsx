/** How far the reader has come: 10 to begin with, 45 for a use case, 45 for a like of a colleague's (specification, section 4). */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button } from '../../design/Button.tsx';
import { Panel } from '../../design/Card.tsx';
import { Progress } from '../../design/Progress.tsx';
import { color, displayType, space, type } from '../../design/theme.ts';
import { useMeQuery } from '../../generated.ts';

const hiddenKey = 'loadout.progressHidden';

const Root = styled(Panel)`
  display: grid;
  grid-template-columns: 1fr auto;
  align-items: center;
  gap: 6px ${space[3]};
  padding-block: ${space[3]};

  strong {
    font-size: 0.9375rem;
    font-weight: 600;
  }
  [data-part='value'] {
    color: ${color.textMuted};
    ${displayType}
    font-size: 0.875rem;
    font-weight: 600;
  }
  [role='progressbar'] {
    grid-column: 1 / -1;
  }
  p {
    grid-column: 1 / -1;
    color: ${color.textMuted};
    ${type.sm}
  }
`;

export function ProgressCard() {
  const { t } = useTranslation('dashboard');
  const { data } = useMeQuery();
  const [isHidden, setIsHidden] = useState(() => localStorage.getItem(hiddenKey) === '1');
  const progress = data?.me.progress;
  if (!progress || (progress.complete && isHidden)) return null;
  const { value, hasWrittenUseCase, hasLikedUseCase } = progress;
  if (progress.complete) {
    return (
      <Root>
        <strong>{t('progress.complete')}</strong>
        <Button
          variant="ghost"
          onClick={() => {
            localStorage.setItem(hiddenKey, '1');
            setIsHidden(true);
          }}
        >
          {t('progress.hide')}
        </Button>
      </Root>
    );
  }
  return (
    <Root>
      <strong>{t('progress.title')}</strong>
      <span data-part="value" aria-hidden="true">
        {t('progress.value', { value })}
      </span>
      <Progress
        value={value}
        steps={[hasWrittenUseCase, hasLikedUseCase]}
        label={t('progress.title')}
        valueText={t('progress.value', { value })}
      />
      <p>{t(hasWrittenUseCase ? 'progress.nextLike' : 'progress.nextWrite')}</p>
    </Root>
  );
}
