/** Buttons of a card: open the service or get access to it, and “I use this”. */
import { ArrowUpRight, Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink, ExternalButton } from '../../design/Button.tsx';
import { NotLoaded } from '../../design/Skeleton.tsx';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import type { CardItem } from './cardSlots.ts';
import { LikeButton } from './LikeButton.tsx';

/** Whether the reader's company lets its people use the item. */
export const isOpenTo = (item: Pick<CardItem, 'approvalStatus'>): boolean =>
  item.approvalStatus === 'approved' || item.approvalStatus === 'with_conditions';

export interface PrimaryActionProps {
  item: CardItem;
  title: string;
  onRequestAccess: (() => void) | undefined;
  size?: 'small';
}

/** Open an approved service; otherwise request access, or the state of the request. */
export function PrimaryAction({ item, title, onRequestAccess, size }: PrimaryActionProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { approvalStatus, myAccessRequest: request } = item;
  if (!isOpenTo(item) && request) {
    const isWaiting = request.status === 'requested';
    return (
      <ButtonLink
        to="/profile/requests"
        size={size}
        variant={
          isWaiting ? 'waiting' : request.status === 'needs_answer' ? 'outline' : 'secondary'
        }
        icon={isWaiting ? <Clock size={16} aria-hidden="true" /> : null}
      >
        {isWaiting ? t('requested') : t(`accessStatuses.${request.status}`)}
      </ButtonLink>
    );
  }
  if (!isOpenTo(item) && onRequestAccess) {
    return (
      <Button
        size={size}
        variant={approvalStatus === 'not_allowed' ? 'secondary' : 'outline'}
        onClick={onRequestAccess}
      >
        {t('requestAccess')}
      </Button>
    );
  }
  return (
    <ExternalButton
      href={item.sourceUrl}
      size={size}
      variant={isOpenTo(item) ? 'primary' : 'secondary'}
      hiddenNote={<VisuallyHidden>{` ${title} ${t('common:newTab')}`}</VisuallyHidden>}
    >
      {t('openService')}
      <ArrowUpRight size={16} aria-hidden="true" />
    </ExternalButton>
  );
}

export interface CardActionsProps extends PrimaryActionProps {
  /** Opens the editor of a use case. */
  onWrite: (() => void) | undefined;
  onFailure: (message: string | null) => void;
}

export function CardActions({ onWrite, onFailure, ...primary }: CardActionsProps) {
  const { t } = useTranslation('dashboard');
  const { item, title } = primary;
  const { isLiked, ownUseCasesCount } = item;
  return (
    <div data-part="actions">
      <PrimaryAction {...primary} />
      {isLiked === null || ownUseCasesCount === null ? (
        <Button size={primary.size} disabled data-part="like" title={t('partial.slot')}>
          {t('like')} <NotLoaded label={t('partial.slot')} />
        </Button>
      ) : (
        <LikeButton
          item={{ ...item, isLiked, ownUseCasesCount }}
          title={title}
          size={primary.size}
          onWrite={onWrite}
          onFailure={onFailure}
        />
      )}
    </div>
  );
}
