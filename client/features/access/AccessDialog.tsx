/** Dialog that requests access to a service (specification, sections 5 and 8). */
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { failureText } from '../../browser/graphqlFailure.ts';
import { recordContribution } from '../../browser/firstContribution.ts';
import { useContentKey } from '../../browser/useContentKey.ts';
import { FormDialog } from '../../design/FormDialog.tsx';
import { notify } from '../../design/notify.ts';
import { QueryResult } from '../../design/QueryResult.tsx';
import { Skeleton, Delayed } from '../../design/Skeleton.tsx';
import { color, radius, space, type } from '../../design/theme.ts';
import {
  useRequestAccessMutation,
  useApprovedInsteadQuery,
  type ApprovedInsteadQuery,
} from './generated.ts';
import { useArrivalDeadline } from '../../design/useArrivalDeadline.ts';
import { useItemTitle } from '../../items/useItemTitle.ts';
import { Notice } from '../../design/Notice.tsx';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { getTitle } from '../../items/itemText.ts';
import { servicePath } from '../../items/links.ts';
import { AccessFields, useAccessDraft } from './AccessFields.tsx';

type Item = ApprovedInsteadQuery['knowledgeItem']['alternatives'][number]['item'];

/** Approved alternatives; null while loading, empty after a failure. */
function useApprovedAlternatives(itemId: string): readonly Item[] | null {
  const { data, loading } = useApprovedInsteadQuery({ variables: { id: itemId } });
  if (loading) return null;
  return (data?.knowledgeItem.alternatives ?? [])
    .map(({ item }) => item)
    .filter(({ isVerified }) => isVerified);
}

/** Large enough for a finger, also inside a sentence. */
const Title = styled(Link)`
  display: inline-flex;
  align-items: center;
  min-height: 24px;
`;

/** Renders nothing without items. */
function ApprovedAlternatives({ items }: { items: readonly Item[] }) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  if (items.length === 0) return null;
  return (
    <Notice tone="info">
      {t('access.instead')}{' '}
      {items.map((item, place) => {
        const title = getTitle(item, language);
        return (
          <span key={item.id}>
            {place > 0 ? ', ' : null}
            <Title to={servicePath(item.id)} lang={title.language}>
              {title.text}
            </Title>
          </span>
        );
      })}
    </Notice>
  );
}

const Service = styled.div`
  label {
    display: block;
    margin-bottom: ${space[1]};
    ${type.sm}
    font-weight: 600;
  }
  output {
    display: block;
    min-height: 42px;
    padding: 9px ${space[3]};
    border-radius: ${radius.sm};
    background: ${color.surfaceSunken};
    overflow-wrap: anywhere;
  }
`;

export interface AccessDialogProps {
  itemId: string;
  /** For who needs a trial, below the fields. */
  trial?: ReactNode;
  onClose: () => void;
}

export function AccessDialog({ itemId, trial, onClose }: AccessDialogProps) {
  const { t } = useTranslation(['dashboard', 'common', 'service']);
  const id = useId();
  const { service, isComing, isGone, refetch } = useItemTitle(itemId);
  const instead = useApprovedAlternatives(itemId);
  const hasInstead = useArrivalDeadline(instead === null);
  const { state } = useLocation();
  // The question from the data rules is the initial text.
  const draft = useAccessDraft(
    `access ${itemId}`,
    (state as { about?: string } | null)?.about ?? '',
  );
  const [failure, setFailure] = useState<string | null>(null);
  const [request, { loading }] = useRequestAccessMutation();
  const keyOf = useContentKey();
  const { plan } = draft;
  const wanted = draft.features.trim();
  const isFilled = plan !== null && wanted !== '';
  const isComplete = isFilled && service !== '';

  const missing = () => {
    if (isComplete) return null;
    if (isGone) return t('requests.removedItem');
    return t(isFilled ? 'access.serviceMissing' : 'access.fillFirst');
  };

  const leave = () => {
    draft.forget();
    onClose();
  };
  const send = async () => {
    if (!isComplete) return;
    setFailure(null);
    notify.dismiss(`access-request-${itemId}`);
    const given = {
      service,
      knowledgeItemId: itemId,
      subscriptionType: plan,
      features: wanted,
      needsTesting: draft.needsTesting,
      dataClasses: draft.classes,
    };
    try {
      await request({ variables: { input: { ...given, idempotencyKey: keyOf(given) } } });
    } catch (raised) {
      const message = t('access.failed');
      const reason = failureText(raised, '');
      setFailure([message, reason].filter(Boolean).join('. '));
      notify.error(message, {
        id: `access-request-${itemId}`,
        ...(reason ? { description: reason } : {}),
      });
      return;
    }
    recordContribution();
    notify.success(t('access.sent'));
    leave();
  };

  return (
    <FormDialog
      title={t('access.title')}
      dirty={draft.hasWritten && wanted !== ''}
      missing={missing()}
      invalid={draft.isTooLong}
      busy={loading}
      sendLabel={t('access.send')}
      failure={failure}
      onSend={send}
      onClose={leave}
    >
      <Service>
        <label htmlFor={`${id}-service`}>{t('access.service')}</label>
        <output id={`${id}-service`}>{service}</output>
        <QueryResult
          found={[]}
          error={!service && !isComing}
          failure={t(isGone ? 'requests.removedItem' : 'access.serviceMissing')}
          {...(isGone ? {} : { onRetry: refetch })}
        />
      </Service>
      {/* The alternatives appear together with the fields: later they would shift them. */}
      {hasInstead === null ? (
        <Delayed>
          <Skeleton style={{ height: 480 }} />
        </Delayed>
      ) : (
        <>
          <ApprovedAlternatives items={hasInstead && instead ? instead : []} />
          <AccessFields draft={draft} />
          {draft.needsTesting ? trial : null}
        </>
      )}
    </FormDialog>
  );
}
