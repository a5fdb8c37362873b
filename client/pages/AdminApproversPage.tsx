/** Approvers of each company at /admin/approvers. */
import { useTranslation } from 'react-i18next';
import { Sections } from '../design/Sections.ts';
import { VisuallyHidden } from '../design/VisuallyHidden.tsx';
import { AccessApprovers } from '../features/access/AccessApprovers.tsx';

export function AdminApproversPage() {
  const { t } = useTranslation();
  return (
    <>
      <VisuallyHidden as="h2">{t('screens.approvers')}</VisuallyHidden>
      <Sections>
        <AccessApprovers />
      </Sections>
    </>
  );
}
