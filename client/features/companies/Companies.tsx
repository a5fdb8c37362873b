/** The companies whose people may sign in: added, changed, kept and removed. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { AlertDialog } from '../../design/AlertDialog.tsx';
import { Badge } from '../../design/Badge.tsx';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { Notice } from '../../design/Notice.tsx';
import { notify } from '../../design/notify.ts';
import { QueryResult } from '../../design/QueryResult.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import { useKeptFocus } from '../../design/useKeptFocus.ts';
import {
  useKeepOwnCompaniesMutation,
  useOwnCompaniesQuery,
  useRemoveOwnCompanyMutation,
  type OwnCompanyFragment,
} from './generated.ts';
import { Sections } from '../../design/Sections.ts';
import { CompanyDialog } from './CompanyDialog.tsx';

export function Companies() {
  const { t } = useTranslation(['setup', 'common']);
  const { data, error, refetch } = useOwnCompaniesQuery({ fetchPolicy: 'cache-and-network' });
  const [open, setOpen] = useState<OwnCompanyFragment | 'new' | null>(null);
  const [leaving, setLeaving] = useState<OwnCompanyFragment | null>(null);
  const [keep, keeping] = useKeepOwnCompaniesMutation();
  const [remove, removing] = useRemoveOwnCompanyMutation();
  const heading = 'companies-heading';
  const kept = useKeptFocus(() => document.querySelector<HTMLElement>(`#${heading}`));
  const companies = data?.companies;
  const given = companies?.filter(({ isGiven }) => isGiven) ?? [];

  const saved = (movedPeople: number) => {
    setOpen(null);
    void refetch();
    notify.success(
      t('companies.saved'),
      movedPeople > 0 ? { description: t('companies.moved', { count: movedPeople }) } : {},
    );
  };
  const keepGiven = async () => {
    try {
      await keep({ variables: { keys: given.map(({ key }) => key) } });
      notify.success(t('companies.kept'));
    } catch (failure) {
      notify.error(t('companies.keepFailed'), { description: failureText(failure) });
    }
    await refetch();
  };
  const removeOne = async ({ key }: OwnCompanyFragment) => {
    try {
      await remove({ variables: { key } });
      notify.success(t('companies.removed'));
    } catch (failure) {
      notify.error(t('companies.removeFailed'), { description: failureText(failure) });
    }
    setLeaving(null);
    await refetch();
  };

  return (
    <Sections {...kept}>
      <section>
        <h3 id={heading} tabIndex={-1}>
          {t('companies.title')}
        </h3>
        <p>{t('companies.hint')}</p>
        <QueryResult
          found={companies}
          error={error}
          failure={t('companies.loadFailed')}
          onRetry={refetch}
          empty={<Notice tone="warning">{t('companies.none')}</Notice>}
        />
        {given.length > 0 ? (
          <Notice
            tone="warning"
            actions={
              <Button busy={keeping.loading} onClick={() => void keepGiven()}>
                {t('companies.keep')}
              </Button>
            }
          >
            {t('companies.given', { count: given.length })}
          </Notice>
        ) : null}
        <RecordList>
          {companies?.map((company) => (
            <li key={company.key}>
              <div data-part="head">
                <strong>{company.name}</strong>
                {company.isGiven ? <Badge tone="warning">{t('companies.mark')}</Badge> : null}
              </div>
              <div data-part="text">{company.domains.join(', ') || t('companies.noDomain')}</div>
              <small>
                {company.hasBadge ? <Badge tone={company.badgeTone}>{company.name}</Badge> : null}
                <span>{t('companies.people', { count: company.people })}</span>
                <span>{t('companies.services', { count: company.services })}</span>
                <span>#{company.approvalTag}</span>
              </small>
              <Bar>
                <Button
                  aria-label={t('companies.changeOf', { company: company.name })}
                  onClick={() => setOpen(company)}
                >
                  {t('companies.change')}
                </Button>
                <Button
                  aria-label={t('companies.removeOf', { company: company.name })}
                  onClick={() => setLeaving(company)}
                >
                  {t('companies.remove')}
                </Button>
              </Bar>
            </li>
          ))}
        </RecordList>
        {companies ? (
          <Bar>
            <Button onClick={() => setOpen('new')}>{t('companies.add')}</Button>
          </Bar>
        ) : null}
      </section>
      {open ? (
        <CompanyDialog
          key={open === 'new' ? '' : open.key}
          company={open === 'new' ? null : open}
          readAgain={async () => {
            const fresh = await refetch();
            const key = open === 'new' ? null : open.key;
            return fresh.data?.companies.find((one) => one.key === key) ?? null;
          }}
          onClose={() => setOpen(null)}
          onSaved={saved}
        />
      ) : null}
      <AlertDialog
        open={leaving !== null}
        title={t('companies.removeTitle', { company: leaving?.name ?? '' })}
        confirmLabel={t('companies.remove')}
        busy={removing.loading}
        onConfirm={() => leaving && void removeOne(leaving)}
        onCancel={() => setLeaving(null)}
      >
        {t('companies.removeText')}
      </AlertDialog>
    </Sections>
  );
}
