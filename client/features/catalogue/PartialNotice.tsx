/** Notice that some fields of the cards failed to load. */
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/Button.tsx';
import { Notice } from '../../design/Notice.tsx';

export function PartialNotice({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation(['dashboard', 'common']);
  return (
    <Notice actions={<Button onClick={onRetry}>{t('common:actions.retry')}</Button>}>
      {t('partial.banner')}
    </Notice>
  );
}
