/** The reader's service proposals with their state, and a button for a new one. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { Badge, type BadgeTone } from '../../design/Badge.tsx';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { lazyDialog } from '../../design/lazyComponent.tsx';
import { QueryResult } from '../../design/QueryResult.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import { useMyProposalsQuery, type ProposalState } from './generated.ts';
import { formatDateTime, formatRelative } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { getTitle } from '../../items/itemText.ts';
import { servicePath } from '../../items/links.ts';

const ProposeDialog = lazyDialog(() =>
  import('./ProposeDialog.tsx').then((part) => part.ProposeDialog),
);

const tones: Record<ProposalState, BadgeTone> = {
  open: 'info',
  added: 'success',
  declined: 'neutral',
};

export function MyProposals() {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const [params, setParams] = useSearchParams();
  const [isPressed, setPressed] = useState(false);
  const { data, error } = useMyProposalsQuery({ fetchPolicy: 'cache-and-network' });
  const proposals = data?.myProposals;
  const isOpen = isPressed || params.has('propose');
  const close = () => {
    setPressed(false);
    if (params.has('propose')) setParams({}, { replace: true });
  };
  return (
    <section>
      <h3>{t('requests.proposals')}</h3>
      <QueryResult
        found={proposals}
        error={error}
        failure={t('requests.loadFailed')}
        skeleton={<Skeleton style={{ height: 72 }} />}
        empty={<p>{t('requests.noProposals')}</p>}
      />
      <RecordList>
        {proposals?.map((one) => (
          <li key={one.id}>
            <div data-part="head">
              <strong>{one.address}</strong>
              <Badge tone={tones[one.state]}>{t(`requests.proposalStates.${one.state}`)}</Badge>
            </div>
            {one.comment ? <p data-part="text">{one.comment}</p> : null}
            {one.declineReason ? (
              <p data-part="text">{t('requests.proposalAnswer', { answer: one.declineReason })}</p>
            ) : null}
            {one.knowledgeItem ? (
              <Link to={servicePath(one.knowledgeItem.id)}>
                {getTitle(one.knowledgeItem, language).text}
              </Link>
            ) : null}
            <small>
              <time dateTime={one.createdAt} title={formatDateTime(one.createdAt, language)}>
                {formatRelative(one.createdAt, language)}
              </time>
            </small>
          </li>
        ))}
      </RecordList>
      <Bar>
        <Button onClick={() => setPressed(true)}>{t('propose.title')}</Button>
      </Bar>
      {isOpen ? <ProposeDialog onClose={close} /> : null}
    </section>
  );
}
