/** A badge that names the language in which the text of a use case is outdated. */
import { useTranslation } from 'react-i18next';
import { Badge } from '../design/Badge.tsx';
import type { Language } from '../i18n/languages.ts';

export function OutdatedBadge({ language }: { language: Language }) {
  const { t } = useTranslation('dashboard');
  return <Badge tone="warning">{t(`useCases.outdated.${language}`)}</Badge>;
}
