/** Result of the last check of a service's address, in words. */
import type { TFunction } from 'i18next';
import type { ServiceFactsFragment } from './generated.ts';
import { formatDate } from '../i18n/formats.ts';
import type { Language } from '../i18n/languages.ts';

export function linkCheckText(
  linkCheck: ServiceFactsFragment['linkCheck'],
  t: TFunction<['service', 'dashboard']>,
  language: Language,
): string {
  if (!linkCheck) return t('facts.unchecked');
  const { state, uncheckedReason, checkedAt } = linkCheck;
  return t(`facts.state.${state}`, {
    date: formatDate(checkedAt, language),
    reason: uncheckedReason ? t(`facts.uncheckedReason.${uncheckedReason}`) : '',
  });
}
