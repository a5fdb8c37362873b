/** Onboarding progress: 10 at the start, 45 for a use case, 45 for a like (specification, section 4); and the chip of an access request that needs an answer. */
import { useEffect, useState } from 'react';
import { ChevronRight, MessageSquareReply } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { paths } from '../../app/paths.ts';
import { announce } from '../../design/Announcer.tsx';
import { Progress } from '../../design/Progress.tsx';
import { color, from, radius, size, space, type } from '../../design/theme.ts';
import { useMeQuery } from '../../generated.ts';

const hiddenKey = 'loadout.progressHidden';

const Chip = styled.div`
  position: relative;
  display: inline-flex;
  align-items: center;
  gap: 10px;
  min-width: 0;
  min-height: ${size.controlSmall};
  margin-block: -10px;
  color: ${color.textMuted};
  ${type.xs}

  button,
  a {
    display: inline-flex;
    align-items: center;
    gap: ${space[2]};
    min-height: 24px;
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    text-align: start;
    text-decoration: none;
  }
  /* The whole chip can be pressed. */
  :is(button, a)::after {
    content: '';
    position: absolute;
    inset: -5px 0;
    border-radius: inherit;
  }
  svg {
    flex: none;
    color: ${color.text};
  }
  ${from.md} {
    margin-block: 0;
    padding: 0 ${space[3]};
    border: 1px solid ${color.border};
    border-radius: ${radius.pill};
    background: ${color.surface};
  }
  &[data-tone='warning'] {
    color: ${color.warningSoftText};
    font-weight: 600;
    svg {
      color: inherit;
    }
    ${from.md} {
      border-color: transparent;
      background: ${color.warningSoft};
    }
  }
`;

type NextStep = 'write' | 'like';

export interface ProgressChipProps {
  /** True on narrow screens, which have room for the short texts only. */
  isShort: boolean;
  /** Moves the reader to the control of the missing step. */
  onNext: (step: NextStep) => void;
}

export function ProgressChip({ isShort, onNext }: ProgressChipProps) {
  const { t } = useTranslation('dashboard');
  const { data } = useMeQuery();
  // Completion is shown once, and has left with the next visit.
  const [wasShown] = useState(() => localStorage.getItem(hiddenKey) === '1');
  const [wasMissing, setWasMissing] = useState(false);
  const progress = data?.me.progress;
  const isComplete = progress?.complete === true;
  if (progress && !isComplete && !wasMissing) setWasMissing(true);
  useEffect(() => {
    if (!isComplete) return;
    try {
      localStorage.setItem(hiddenKey, '1');
    } catch (failure) {
      console.info('That the progress is complete could not be stored', failure);
    }
    if (wasMissing) announce(t('progress.complete'));
  }, [isComplete, wasMissing, t]);
  if (!progress || (isComplete && wasShown && !wasMissing)) return null;
  const { value, hasWrittenUseCase } = progress;
  const bar = (
    <Progress
      value={value}
      label={t('progress.title')}
      valueText={t('progress.value', { value })}
    />
  );
  if (isComplete) {
    return (
      <Chip data-no-print="">
        {bar}
        {isShort ? null : t('progress.complete')}
      </Chip>
    );
  }
  const step: NextStep = hasWrittenUseCase ? 'like' : 'write';
  return (
    <Chip data-no-print="">
      {bar}
      <button type="button" onClick={() => onNext(step)}>
        {t(`progress.${isShort ? 'short' : 'next'}.${step}`)}
        <ChevronRight size={14} aria-hidden="true" />
      </button>
    </Chip>
  );
}

/** In place of the progress while an approver waits for the reader's answer about a service. */
export function QuestionChip({ service }: { service: string }) {
  const { t } = useTranslation('dashboard');
  return (
    <Chip data-tone="warning" data-no-print="">
      <Link to={paths.profileRequests}>
        <MessageSquareReply size={16} aria-hidden="true" />
        {t('progress.question', { service })}
        <ChevronRight size={14} aria-hidden="true" />
      </Link>
    </Chip>
  );
}
