/** Service of a loadout: what it is for, its status, and the reader's next step. */
import { useState } from 'react';
import { Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../app/paths.ts';
import { useSignedInUser } from '../browser/currentUser.ts';
import { Badge } from '../design/Badge.tsx';
import { Button, ButtonLink } from '../design/Button.tsx';
import { LikeButton } from '../features/catalogue/LikeButton.tsx';
import type { LoadoutRowFragment } from '../features/loadouts/generated.ts';
import { isQuestion, stateOf } from '../features/loadouts/loadoutState.ts';
import { reasonOf, titleOf } from '../features/loadouts/loadoutText.ts';
import { formatDay } from '../i18n/formats.ts';
import { useLanguage } from '../i18n/useLanguage.ts';
import { ItemTile } from '../items/ItemTile.tsx';
import { servicePath } from '../items/links.ts';
import { StatusPill } from '../items/StatusPill.tsx';

export interface LoadoutRowProps {
  row: LoadoutRowFragment;
  /** Position in the loadout, from 1. */
  place: number;
  onRequestAccess: (() => void) | undefined;
  /** Opens the editor of a use case. */
  onWrite: (() => void) | undefined;
}

export function LoadoutRow({ row, place, onRequestAccess, onWrite }: LoadoutRowProps) {
  const { t } = useTranslation(['loadouts', 'dashboard']);
  const { language } = useLanguage();
  const { company } = useSignedInUser();
  const [failure, setFailure] = useState<string | null>(null);
  const { item, colleaguesCount } = row;
  const title = titleOf(item, language);
  const reason = reasonOf(row, language);
  const titleId = `loadout-service-${item.id}`;
  return (
    <li>
      <span data-part="number" aria-hidden="true">
        {place}
      </span>
      <ItemTile
        title={title.text}
        imageUrl={item.imageUrl ?? item.siteImageUrl}
        dimmed={item.adminVisibility === 'hidden'}
        eager={place < 8}
      />
      <div data-part="service">
        <h3>
          <Link id={titleId} to={servicePath(item.id)} lang={title.language}>
            {title.text}
          </Link>{' '}
          {item.adminVisibility === 'hidden' ? (
            <Badge tone="warning">{t('dashboard:hidden')}</Badge>
          ) : null}
        </h3>
        {reason.text ? <p lang={reason.language}>{reason.text}</p> : null}
      </div>
      <span data-part="colleagues">
        {company && colleaguesCount > 0
          ? t('at', { count: colleaguesCount, company: company.name })
          : t('atNobody')}
      </span>
      <div data-part="step">
        <span>
          {isQuestion(row) ? (
            <Badge tone="warning">{t('dashboard:accessStatuses.needs_answer')}</Badge>
          ) : (
            <StatusPill itemId={item.id} status={item.approvalStatus} titleId={titleId} />
          )}
        </span>
        <NextStep
          row={row}
          title={title.text}
          onRequestAccess={onRequestAccess}
          onWrite={onWrite}
          onFailure={setFailure}
        />
        {failure ? <p>{failure}</p> : null}
      </div>
    </li>
  );
}

interface NextStepProps extends Pick<LoadoutRowProps, 'row' | 'onRequestAccess' | 'onWrite'> {
  title: string;
  onFailure: (message: string | null) => void;
}

/** “I use this”, the access request, or how it stands. */
function NextStep({ row, title, onRequestAccess, onWrite, onFailure }: NextStepProps) {
  const { t } = useTranslation(['loadouts', 'dashboard']);
  const { language } = useLanguage();
  const { item } = row;
  const { isLiked, ownUseCasesCount, myAccessRequest: request } = item;
  const state = stateOf(row);
  if (state === 'used' || state === 'approved') {
    return isLiked === null || ownUseCasesCount === null ? (
      <Button disabled>{t('dashboard:like')}</Button>
    ) : (
      <LikeButton
        item={{ ...item, isLiked, ownUseCasesCount }}
        title={title}
        onWrite={onWrite}
        onFailure={onFailure}
      />
    );
  }
  if (isQuestion(row)) {
    return (
      <ButtonLink
        to={paths.profileRequests}
        variant="outline"
        aria-describedby={`loadout-service-${item.id}`}
      >
        {t('dashboard:requests.answer')}
      </ButtonLink>
    );
  }
  if (state === 'waiting') {
    return (
      <ButtonLink
        to={paths.profileRequests}
        variant="waiting"
        icon={<Clock size={16} aria-hidden="true" />}
      >
        {request
          ? t('state.waiting', { date: formatDay(request.createdAt, language) })
          : t('state.waitingSome')}
      </ButtonLink>
    );
  }
  if (state === 'refused' && request) {
    return (
      <ButtonLink to={paths.profileRequests}>
        {t(`dashboard:accessStatuses.${request.status}`)}
      </ButtonLink>
    );
  }
  return onRequestAccess ? (
    <Button
      variant={state === 'refused' ? 'secondary' : 'outline'}
      aria-describedby={`loadout-service-${item.id}`}
      onClick={onRequestAccess}
    >
      {t('dashboard:requestAccess')}
    </Button>
  ) : null;
}
