/** Warning about an address on another site. */
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Notice } from '../design/Notice.tsx';
import { type } from '../design/theme.ts';

const Host = styled.p`
  ${type.xl}
  font-weight: 600;
  overflow-wrap: anywhere;
`;

export function OtherSite({ host }: { host: string }) {
  const { t } = useTranslation('dashboard');
  return (
    <Notice tone="warning" title={t('fixes.otherSite')}>
      <Host>{host}</Host>
    </Notice>
  );
}
