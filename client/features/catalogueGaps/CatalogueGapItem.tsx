/** Catalogue gap in the admin's list. */
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Badge } from '../../design/Badge.tsx';
import { Button } from '../../design/Button.tsx';
import { ExternalLink } from '../../design/ExternalLink.tsx';
import { RecordRow } from '../../design/RecordRow.tsx';
import type { CatalogueGapRowFragment } from './generated.ts';
import { formatDate, formatNumber } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { getTitle } from '../../items/itemText.ts';
import { servicePath } from '../../items/serviceLink.ts';
import { actionsOf, useGapName, type GapAction } from './gapActions.ts';
import type { VocabularyName } from './vocabularyName.ts';

export interface CatalogueGapItemProps {
  wish: CatalogueGapRowFragment;
  /** Vocabulary entry that was added for it; null when unknown. */
  taught: VocabularyName | null;
  onAct: (act: GapAction) => void;
}

export function CatalogueGapItem({ wish, taught, onAct }: CatalogueGapItemProps) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const name = useGapName()(wish);
  const { kind, state, refusedItem: refused, knowledgeItem, closedBy: handledBy } = wish;
  return (
    <RecordRow
      id={wish.id}
      title={
        kind === 'proposal' ? (
          <ExternalLink href={name}>{name}</ExternalLink>
        ) : refused ? (
          <Link to={servicePath(refused.id)}>{name}</Link>
        ) : (
          <span lang={wish.language ?? undefined}>{name}</span>
        )
      }
      badges={
        <>
          <span>×{formatNumber(wish.count, language)}</span>
          <Badge tone={state === 'open' ? 'info' : 'neutral'}>
            {t(
              state === 'open'
                ? `admin.catalogueGaps.kinds.${kind}`
                : `admin.catalogueGaps.states.${state}`,
            )}
          </Badge>
        </>
      }
      summary={wish.comments[0] ?? wish.declineReason}
      meta={
        <>
          {wish.alertsCount > 0 ? (
            <span>{t('admin.catalogueGaps.waiting', { count: wish.alertsCount })}</span>
          ) : null}
          {wish.lastRequestedAt ? <span>{formatDate(wish.lastRequestedAt, language)}</span> : null}
        </>
      }
      moreMeta={
        wish.closedAt ? (
          <span>
            {[formatDate(wish.closedAt, language), handledBy?.name].filter(Boolean).join(', ')}
          </span>
        ) : null
      }
      openLabel={t('admin.catalogueGaps.open', { name })}
      actions={actionsOf(wish).map((act) => (
        <Button
          key={act}
          aria-label={t('admin.catalogueGaps.actOf', {
            act: t(`admin.catalogueGaps.acts.${act}`),
            name,
          })}
          onClick={() => onAct(act)}
        >
          {t(`admin.catalogueGaps.acts.${act}`)}
        </Button>
      ))}
    >
      {[...new Set(wish.comments)].map((word) => (
        <p key={word} data-part="text">
          {word}
        </p>
      ))}
      {wish.vocabularyKind && taught !== null ? (
        <p data-part="text">
          {taught.isRemoved
            ? t('admin.catalogueGaps.addedAs.removed')
            : t(`admin.catalogueGaps.addedAs.${wish.vocabularyKind}`, { name: taught.name })}
        </p>
      ) : null}
      {wish.declineReason ? (
        <p data-part="text">{t('requests.proposalAnswer', { answer: wish.declineReason })}</p>
      ) : null}
      {wish.mergedName ? (
        <p data-part="text">{t('admin.catalogueGaps.mergedWith', { name: wish.mergedName })}</p>
      ) : null}
      {knowledgeItem ? (
        <Link to={servicePath(knowledgeItem.id)}>{getTitle(knowledgeItem, language).text}</Link>
      ) : null}
    </RecordRow>
  );
}
