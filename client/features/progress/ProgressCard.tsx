/** Onboarding progress: 10 at the start, 45 for a use case, 45 for a like (specification, section 4). */
import { Fragment, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { announce } from '../../design/Announcer.tsx';
import { Button } from '../../design/Button.tsx';
import { Panel } from '../../design/Card.tsx';
import { Progress } from '../../design/Progress.tsx';
import { color, displayType, from, size, space, type } from '../../design/theme.ts';
import { useMeQuery } from '../../generated.ts';

const hiddenKey = 'loadout.progressHidden';

const Root = styled(Panel)`
  display: grid;
  grid-template-columns: 1fr auto;
  align-items: center;
  gap: 6px ${space[3]};
  padding-block: ${space[3]};

  strong {
    ${type.sm}
    font-weight: 600;
  }
  [data-part='value'] {
    color: ${color.textMuted};
    ${displayType}
    ${type.sm}
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
  p button {
    min-height: ${size.control};
    padding: 0;
    border: 0;
    background: none;
    color: ${color.link};
    text-align: start;
    text-decoration: underline;
    text-underline-offset: 0.18em;
  }
  ${from.md} {
    p button {
      min-height: 24px;
    }
  }
`;

/** Duration of the flash before the card collapses, in milliseconds. */
export const flashMs = 240;

type NextStep = 'write' | 'like';

export interface ProgressCardProps {
  /** Moves the reader to the control of a missing step. */
  onNext: (step: NextStep) => void;
}

/** True for a moment after the last step was completed on this page. */
function useFlash(complete: boolean | undefined): boolean {
  const [before, setBefore] = useState(complete);
  const [isFlashing, setIsFlashing] = useState(false);
  if (before !== complete) {
    setBefore(complete);
    setIsFlashing(before === false && complete === true);
  }
  useEffect(() => {
    if (!isFlashing) return undefined;
    const timer = setTimeout(() => setIsFlashing(false), flashMs);
    return () => clearTimeout(timer);
  }, [isFlashing]);
  return isFlashing;
}

export function ProgressCard({ onNext }: ProgressCardProps) {
  const { t } = useTranslation('dashboard');
  const { data } = useMeQuery();
  const [isHidden, setIsHidden] = useState(() => localStorage.getItem(hiddenKey) === '1');
  const progress = data?.me.progress;
  const isFlashing = useFlash(progress?.complete);
  useEffect(() => {
    if (isFlashing) announce(t('progress.complete'));
  }, [isFlashing, t]);
  if (!progress || (progress.complete && isHidden)) return null;
  const { value, hasWrittenUseCase, hasLikedUseCase } = progress;
  if (progress.complete && !isFlashing) {
    return (
      <Root data-no-print="">
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
  const missing: NextStep[] = [
    ...(hasWrittenUseCase ? [] : (['write'] as const)),
    ...(hasLikedUseCase ? [] : (['like'] as const)),
  ];
  return (
    <Root data-no-print="">
      <strong>{t('progress.title')}</strong>
      <span data-part="value" aria-hidden="true">
        {t('progress.value', { value })}
      </span>
      <Progress
        value={value}
        steps={[hasWrittenUseCase, hasLikedUseCase]}
        label={t('progress.title')}
        valueText={t('progress.value', { value })}
        flash={isFlashing}
      />
      {progress.complete ? null : (
        <p>
          {t(missing.length > 1 ? 'progress.nextSteps' : 'progress.next')}{' '}
          {missing.map((step, index) => (
            <Fragment key={step}>
              {index > 0 ? ` ${t('progress.and')} ` : null}
              <button type="button" onClick={() => onNext(step)}>
                {t(`progress.${step}`)}
              </button>
            </Fragment>
          ))}
        </p>
      )}
    </Root>
  );
}
