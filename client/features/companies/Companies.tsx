/** Companies whose people may sign in. */
import { useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { failureText, refusalFacts } from '../../browser/graphqlFailure.ts';
import { AlertDialog } from '../../design/Dialog.tsx';
import { Badge } from '../../design/Badge.tsx';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { Notice } from '../../design/Notice.tsx';
import { notify } from '../../design/notify.ts';
import { QueryResult } from '../../design/QueryResult.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import { from } from '../../design/theme.ts';
import { useFocusRestore } from '../../design/focusRestore.ts';
import {
  useCompaniesOfDemoQuery,
  useConfirmPredefinedCompaniesMutation,
  useOwnCompaniesQuery,
  useRemoveOwnCompanyMutation,
  type OwnCompanyFragment,
} from './generated.ts';
import { Sections } from '../../design/Sections.ts';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import { formatList } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { CompanyDialog } from './CompanyDialog.tsx';

const CompanyList = styled(RecordList)`
  --columns: minmax(0, 2fr) minmax(0, 0.95fr) minmax(0, 1.15fr) minmax(0, 1.3fr) auto;

  [data-part='head'] > :not(strong) {
    white-space: nowrap;
  }
  [data-part='uses'] > span + span::before {
    content: '· ';
  }
  ${from.lg} {
    [data-part='uses'] > span {
      display: block;
    }
    [data-part='uses'] > span + span::before {
      content: none;
    }
  }
`;

const usageKinds = ['people', 'services', 'rules'] as const;
type Counts = Record<(typeof usageKinds)[number], number>;

const countsOf = (facts: Readonly<Record<string, unknown>>): Counts => ({
  people: Number(facts['people']),
  services: Number(facts['services']),
  rules: Number(facts['rules']),
});

interface CompanyRowProps {
  company: OwnCompanyFragment;
  /** Whether there are people of the demo, who are not counted. */
  isDemo: boolean;
  /** Uses that prevent the removal; null unless it was tried. */
  usage: Counts | null;
  onChange: () => void;
  onRemove: () => void;
}

function CompanyRow({ company, isDemo, usage, onChange, onRemove }: CompanyRowProps) {
  const { t } = useTranslation('setup');
  const { language } = useLanguage();
  const people = t('companies.people', { count: company.people });
  const uses = usageKinds
    .filter((kind) => usage && usage[kind] > 0)
    .map((kind) => t(`companies.${kind}`, { count: usage?.[kind] ?? 0 }));
  return (
    <li>
      <div data-part="head" data-near>
        <strong>{company.name}</strong>
        {company.isPredefined ? <Badge tone="warning">{t('companies.mark')}</Badge> : null}
      </div>
      <div data-part="text">{company.unicodeDomains.join(', ') || t('companies.noDomain')}</div>
      <small>
        <span data-part="uses">
          <span>{isDemo ? t('companies.withoutDemo', { people }) : people}</span>{' '}
          <span>{t('companies.services', { count: company.services })}</span>
        </span>
        <span>#{company.approvalTag}</span>
      </small>
      <Bar>
        <Button aria-label={t('companies.changeOf', { company: company.name })} onClick={onChange}>
          {t('companies.change')}
        </Button>
        <Button aria-label={t('companies.removeOf', { company: company.name })} onClick={onRemove}>
          {t('companies.remove')}
        </Button>
      </Bar>
      {usage ? (
        <div data-below="">
          <Notice tone="danger" title={t('companies.removeFailed')}>
            {t('companies.held', { what: formatList(uses, language) })}
          </Notice>
        </div>
      ) : null}
    </li>
  );
}

export function Companies() {
  const { t } = useTranslation(['setup', 'common']);
  const { data, error, refetch } = useOwnCompaniesQuery({ fetchPolicy: 'cache-and-network' });
  const { data: demo } = useCompaniesOfDemoQuery();
  const client = useApolloClient();
  // The set-up steps depend on the companies.
  const refetchPage = () => client.refetchQueries({ include: 'active' }).catch(() => null);
  const [open, setOpen] = useState<OwnCompanyFragment | 'new' | null>(null);
  const [leaving, setLeaving] = useState<OwnCompanyFragment | null>(null);
  /** The company that cannot be removed, with the counts of what uses it. */
  const [holding, setHolding] = useState<(Counts & { key: string }) | null>(null);
  const [keep, keeping] = useConfirmPredefinedCompaniesMutation();
  const [remove, removing] = useRemoveOwnCompanyMutation();
  const heading = 'companies-heading';
  const focusRestore = useFocusRestore(() => document.querySelector<HTMLElement>(`#${heading}`));
  const companies = data?.companies;
  const given = companies?.filter(({ isPredefined: isGiven }) => isGiven) ?? [];

  const saved = (movedPeople: number) => {
    setOpen(null);
    void refetchPage();
    notify.success(
      t('companies.saved'),
      movedPeople > 0 ? { description: t('companies.moved', { count: movedPeople }) } : {},
    );
  };
  const keepGiven = async () => {
    notify.dismiss('companies-keep');
    try {
      await keep({ variables: { keys: given.map(({ key }) => key) } });
      notify.success(t('companies.kept'));
    } catch (failure) {
      notify.error(t('companies.keepFailed'), {
        id: 'companies-keep',
        description: failureText(failure),
      });
    }
    await refetchPage();
  };
  const removeOne = async ({ key }: OwnCompanyFragment) => {
    notify.dismiss(`companies-remove-${key}`);
    try {
      await remove({ variables: { key } });
      notify.success(t('companies.removed'));
    } catch (failure) {
      const facts = refusalFacts(failure, 'companyInUse');
      if (facts) setHolding({ key, ...countsOf(facts) });
      else
        notify.error(t('companies.removeFailed'), {
          id: `companies-remove-${key}`,
          description: failureText(failure),
        });
    }
    setLeaving(null);
    await refetchPage();
  };

  /** Skips the confirmation when the removal would be refused. */
  const askToRemove = (company: OwnCompanyFragment) => {
    const isHeld = company.people > 0 || company.services > 0;
    setHolding(isHeld ? { key: company.key, ...countsOf({ ...company, rules: 0 }) } : null);
    if (!isHeld) setLeaving(company);
  };
  return (
    <Sections {...focusRestore}>
      <section>
        <VisuallyHidden as="h3" id={heading} tabIndex={-1}>
          {t('companies.title')}
        </VisuallyHidden>
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
              <Button size="small" busy={keeping.loading} onClick={() => void keepGiven()}>
                {t('companies.keep')}
              </Button>
            }
          >
            {t('companies.given', { count: given.length })}
          </Notice>
        ) : null}
        <CompanyList data-columns="">
          {companies?.map((company) => (
            <CompanyRow
              key={company.key}
              company={company}
              isDemo={demo?.demo.isLoaded ?? false}
              usage={holding?.key === company.key ? holding : null}
              onChange={() => setOpen(company)}
              onRemove={() => askToRemove(company)}
            />
          ))}
        </CompanyList>
        {companies ? (
          <Bar>
            <Button onClick={() => setOpen('new')}>{t('companies.add')}</Button>
          </Bar>
        ) : null}
        <p>{t('companies.hint')}</p>
      </section>
      {open ? (
        <CompanyDialog
          key={open === 'new' ? '' : open.key}
          company={open === 'new' ? null : open}
          refetchCompany={async () => {
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
