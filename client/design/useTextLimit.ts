/** A limit of a text at its field: the counter that comes before it is reached, and what is wrong beyond it. */
import { useTranslation } from 'react-i18next';

export function useTextLimit(text: string, limit: number) {
  const { t } = useTranslation('dashboard');
  return {
    counter: { used: text.length, limit },
    error: text.length > limit ? t('useCases.tooLong', { limit }) : undefined,
  };
}
