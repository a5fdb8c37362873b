/** One wish: what, how often, what was written on it, what became of it, and the acts. */
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Badge } from '../../design/Badge.tsx';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { ExternalLink } from '../../design/ExternalLink.tsx';
import type { CatalogueGapRowFragment } from './generated.ts';
import { formatDate, formatNumber } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { getTitle } from '../../items/itemText.ts';
import { servicePath } from '../../items/serviceLink.ts';
import { actsOf, useWishName, type WishAct } from './gapActions.ts';
import type { TaughtName } from './vocabularyName.ts';

export interface WishItemProps {
  wish: CatalogueGapRowFragment;
  /** What the search was taught for it; null where that is not known. */
  taught: TaughtName | null;
  onAct: (act: WishAct) => void;
}

export function WishItem({ wish, taught, onAct }: WishItemProps) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const name = useWishName()(wish);
  const { kind, state, refusedItem: refused, knowledgeItem, closedBy: handledBy } = wish;
  return (
    <li data-row data-id={wish.id} tabIndex={-1}>
      <div data-part="head">
        <strong lang={wish.language ?? undefined}>
          {kind === 'proposal' ? (
            <ExternalLink href={name}>{name}</ExternalLink>
          ) : refused ? (
            <Link to={servicePath(refused.id)}>{name}</Link>
          ) : (
            name
          )}
        </strong>
        <span>×{formatNumber(wish.count, language)}</span>
        <Badge tone={state === 'open' ? 'info' : 'neutral'}>
          {t(state === 'open' ? `admin.wishes.kinds.${kind}` : `admin.wishes.states.${state}`)}
        </Badge>
      </div>
      {[...new Set(wish.comments)].map((word) => (
        <p key={word} data-part="text">
          {word}
        </p>
      ))}
      {wish.vocabularyKind && taught !== null ? (
        <p data-part="text">
          {taught.isRemoved
            ? t('admin.wishes.taughtAs.removed')
            : t(`admin.wishes.taughtAs.${wish.vocabularyKind}`, { name: taught.name })}
        </p>
      ) : null}
      {wish.declineReason ? (
        <p data-part="text">{t('requests.proposalAnswer', { answer: wish.declineReason })}</p>
      ) : null}
      {wish.mergedName ? (
        <p data-part="text">{t('admin.wishes.mergedWith', { name: wish.mergedName })}</p>
      ) : null}
      {knowledgeItem ? (
        <Link to={servicePath(knowledgeItem.id)}>{getTitle(knowledgeItem, language).text}</Link>
      ) : null}
      <small>
        {wish.lastRequestedAt ? <span>{formatDate(wish.lastRequestedAt, language)}</span> : null}
        {wish.alertsCount > 0 ? (
          <span>{t('admin.wishes.waiting', { count: wish.alertsCount })}</span>
        ) : null}
        {wish.closedAt ? (
          <span>
            {[formatDate(wish.closedAt, language), handledBy?.name].filter(Boolean).join(', ')}
          </span>
        ) : null}
      </small>
      <Bar>
        {actsOf(wish).map((act) => (
          <Button
            key={act}
            aria-label={t('admin.wishes.actOf', { act: t(`admin.wishes.acts.${act}`), name })}
            onClick={() => onAct(act)}
          >
            {t(`admin.wishes.acts.${act}`)}
          </Button>
        ))}
      </Bar>
    </li>
  );
}
