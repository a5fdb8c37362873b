/** Button that ends an incident. */
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/Button.tsx';
import { useIncidentChanges } from './useIncidentChanges.ts';

export function EndIncidentButton({ id, itemId }: { id: string; itemId: string }) {
  const { t } = useTranslation('dashboard');
  const { end } = useIncidentChanges(itemId);
  return (
    <Button size="small" onClick={() => void end(id)}>
      {t('incident.end')}
    </Button>
  );
}
