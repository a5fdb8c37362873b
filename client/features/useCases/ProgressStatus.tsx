/** Progress of the work on a use case, step by step (specification, section 4). */
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { WorkProgress } from '../../design/Progress.tsx';
import { color, space, type } from '../../design/theme.ts';
import type { UseCaseWork } from './useUseCaseWork.ts';

const Root = styled.div`
  color: ${color.textMuted};
  ${type.sm}

  &:not(:empty) {
    display: flex;
    flex-direction: column;
    gap: ${space[2]};
  }
`;

/** Always rendered: a live region must exist before its content changes. */
export function ProgressStatus({ work }: { work: UseCaseWork }) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { isBusy, progress } = work;
  const words = progress ? t(`useCases.steps.${progress.step}`) : '';
  const total = progress?.total ?? null;
  const count =
    progress && total !== null ? t('useCases.stepOf', { position: progress.position, total }) : '';
  return (
    <Root role="status">
      {isBusy ? (
        <>
          <span>
            {words} {count}
          </span>
          {progress && total !== null ? (
            <WorkProgress done={progress.position} total={total} label={words} />
          ) : null}
        </>
      ) : null}
    </Root>
  );
}
