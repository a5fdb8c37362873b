/** Data rules at /admin/rules, and at /profile/rules for approvers who are no admins. */
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';
import { ChangedSources } from '../features/dataRules/ChangedSources.tsx';
import { RulesMatrix } from '../features/dataRules/RulesMatrix.tsx';

/** The rules to review, at /admin/rules/review and /profile/rules/review. */
export function RulesReviewPage() {
  const { t } = useTranslation();
  return (
    <>
      <VisuallyHidden as="h2">{t('screens.rulesReview')}</VisuallyHidden>
      <RulesMatrix toReview />
    </>
  );
}

/** The rules whose sources have changed, at /admin/rules/sources and /profile/rules/sources. */
export function RulesSourcesPage() {
  const { t } = useTranslation();
  return (
    <>
      <VisuallyHidden as="h2">{t('screens.rulesSources')}</VisuallyHidden>
      <ChangedSources />
    </>
  );
}

export function AdminRulesPage() {
  const { t } = useTranslation();
  return (
    <>
      <VisuallyHidden as="h2">{t('screens.rules')}</VisuallyHidden>
      <RulesMatrix />
    </>
  );
}
