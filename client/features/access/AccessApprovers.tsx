/** Approvers of access requests by company, chosen by an admin. */
import { Fragment, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { QueryResult } from '../../design/QueryResult.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import { Sections } from '../../design/Sections.ts';
import { color } from '../../design/theme.ts';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import { useAccessApproversQuery, type CompanyApproversRowFragment } from './generated.ts';
import { formatList } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { ApproversDialog } from './ApproversDialog.tsx';

const ApproverList = styled(RecordList)`
  --columns: minmax(0, 1fr) minmax(0, 1.7fr) minmax(0, 2.3fr) auto;

  & > li > span {
    display: block;
    color: ${color.textMuted};
  }
  & > li > span:empty {
    margin-top: 0;
  }
  /* An address begins a line before it breaks. */
  span > span {
    display: inline-block;
  }
`;

export function AccessApprovers() {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const { data, error, refetch } = useAccessApproversQuery({ fetchPolicy: 'cache-and-network' });
  const [changed, setChanged] = useState<CompanyApproversRowFragment | null>(null);
  const pressed = useRef<HTMLElement>(null);
  return (
    <Sections>
      <section>
        <VisuallyHidden as="h3">{t('accessRequests.approvers.title')}</VisuallyHidden>
        <QueryResult
          found={data?.accessApprovers}
          error={error}
          failure={t('accessRequests.loadFailed')}
          onRetry={refetch}
        />
        <ApproverList data-columns="">
          {data?.accessApprovers.map((one) => (
            <li key={one.company.key}>
              <strong>{one.company.name}</strong>
              <span>
                {one.people.length > 0
                  ? formatList(
                      one.people.map(({ name }) => name),
                      language,
                    )
                  : t('accessRequests.approvers.none')}
              </span>
              <span>
                {one.rulesContacts.length > 0 ? t('accessRequests.approvers.rulesContact') : null}
                {one.rulesContacts.map((contact) => (
                  <Fragment key={contact}>
                    {' '}
                    <span>{contact}</span>
                  </Fragment>
                ))}
              </span>
              <Bar>
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
              </Bar>
            </li>
          ))}
        </ApproverList>
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
    </Sections>
  );
}
