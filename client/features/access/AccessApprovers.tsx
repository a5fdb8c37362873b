/** Approvers of access requests by company, chosen by an admin. */
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { QueryResult } from '../../design/QueryResult.tsx';
import { RecordList } from '../../design/RecordList.tsx';
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
      <h3>{t('accessRequests.approvers.title')}</h3>
      <p>{t('accessRequests.approvers.hint')}</p>
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
            </div>
            <p data-part="text">
              {one.people.length > 0
                ? formatList(
                    one.people.map(({ name }) => name),
                    language,
                  )
                : t('accessRequests.approvers.none')}
            </p>
            <Bar>
              <Button
                aria-label={t('accessRequests.approvers.changeOf', { company: one.company.name })}
                onClick={(event) => {
                  pressed.current = event.currentTarget;
                  setChanged(one);
                }}
              >
                {t('accessRequests.approvers.change')}
              </Button>
            </Bar>
          </li>
        ))}
      </RecordList>
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
