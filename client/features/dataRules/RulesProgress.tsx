/** Share of decided cells of the company and plan that the matrix shows. */
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { WorkProgress } from '../../design/Progress.tsx';
import { color, space, type } from '../../design/theme.ts';
import { useCompaniesWithDataRulesQuery } from '../../generated.ts';
import { useDataRulesProgressQuery, type DataRulesProgressQuery } from './generated.ts';
import { useMatrixUrl } from './matrixUrl.ts';

const Root = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[2]};
  color: ${color.textMuted};
  ${type.xs}
  white-space: nowrap;

  [role='progressbar'] {
    width: 88px;
    height: 6px;
    border: 0;
    background: ${color.border};
  }
  b {
    color: ${color.text};
    font-variant-numeric: tabular-nums;
  }
`;

/**
 * Null while unknown, or when nobody asks.
 * @param isRulesScreen whether the address names the company and plan; else those of the reader
 */
export function useRulesProgress(
  isAsked: boolean,
  isRulesScreen = true,
): DataRulesProgressQuery['dataRulesProgress'] | null {
  const own = useSignedInUser().company?.key;
  const { data: found } = useCompaniesWithDataRulesQuery({ skip: !isAsked || !isRulesScreen });
  const { company, tier } = useMatrixUrl(found?.companiesWithDataRules ?? [], own).state;
  const place = isRulesScreen ? { company, tier } : { company: own ?? '', tier: 'team' as const };
  const { data } = useDataRulesProgressQuery({
    variables: place,
    skip: !isAsked || place.company === '',
    fetchPolicy: 'cache-and-network',
  });
  return (isAsked && data?.dataRulesProgress) || null;
}

export function RulesProgress({
  progress: { decided, cells },
}: {
  progress: { decided: number; cells: number };
}) {
  const { t } = useTranslation('rules');
  return (
    <Root>
      <WorkProgress done={decided} total={cells} label={t('progress.label')} />
      <span>
        <b>{t('progress.share', { decided, cells })}</b> {t('progress.decided')}
      </span>
    </Root>
  );
}
