/** Approvers of access requests by company, chosen by an admin. */
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/Button.tsx';
import { QueryResult } from '../../design/QueryResult.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import { useAccessApproversQuery, type CompanyApproversRowFragment } from './generated.ts';
import { formatList } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { ApproversDialog } from './ApproversDialog.tsx';

export function AccessApprovers() {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const { data, error, refetch } = useAccessApproversQuery({ fetchPolicy: 'cache-and-network' });
  const [changed, setChanged] = useState<CompanyApproversRowFragment | null>(null);
  const pressed = useRef<HTMLElement>(null);
  return (
    <section>
      <VisuallyHidden as="h3">{t('accessRequests.approvers.title')}</VisuallyHidden>
      <QueryResult
        found={data?.accessApprovers}
        error={error}
        failure={t('accessRequests.loadFailed')}
        onRetry={refetch}
      />
      <RecordList>
        {data?.accessApprovers.map((one) => (
          <li key={one.company.key}>
            <div data-part="head">
              <strong>{one.company.name}</strong>
              <Button
                size="small"
                aria-label={t('accessRequests.approvers.changeOf', { company: one.company.name })}
                onClick={(event) => {
                  pressed.current = event.currentTarget;
                  setChanged(one);
                }}
              >
                {t('accessRequests.approvers.change')}
              </Button>
            </div>
            <p data-part="text">
              {one.people.length > 0
                ? formatList(
                    one.people.map(({ name }) => name),
                    language,
                  )
                : t('accessRequests.approvers.none')}
            </p>
          </li>
        ))}
      </RecordList>
      <p>{t('accessRequests.approvers.hint')}</p>
      {changed ? (
        <ApproversDialog
          of={changed}
          returnFocus={pressed}
          onSaved={refetch}
          onClose={() => setChanged(null)}
        />
      ) : null}
    </section>
  );
}
