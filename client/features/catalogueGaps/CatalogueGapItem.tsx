/** Catalogue gap in the admin's list. */
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Badge } from '../../design/Badge.tsx';
import { Button } from '../../design/Button.tsx';
import { ExternalLink } from '../../design/ExternalLink.tsx';
import { RecordRow } from '../../design/RecordList.tsx';
import { useSearchVocabularyQuery, type CatalogueGapRowFragment } from './generated.ts';
import { formatDate, formatNumber } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { getTitle } from '../../items/itemText.ts';
import { servicePath } from '../../items/links.ts';
import { actionsOf, isRare, useGapName, type GapAction } from './gapActions.ts';

type VocabularyEntry = Pick<CatalogueGapRowFragment, 'vocabularyKind' | 'vocabularyId'>;

/** Name of the concept or the pair of words; `isRemoved` when it no longer exists. */
type VocabularyName = { name: string; isRemoved: false } | { name: null; isRemoved: true };

/** Returns the name; null while loading, and without an entry. */
export function useVocabularyName(skip: boolean): (gap: VocabularyEntry) => VocabularyName | null {
  const { language } = useLanguage();
  // Refetched: an entry added a moment ago is not removed.
  const { data, loading, error } = useSearchVocabularyQuery({
    skip,
    fetchPolicy: 'cache-and-network',
  });
  const nameOf = (concept: { nameRu: string; nameEn: string } | null | undefined) =>
    concept ? (language === 'ru' ? concept.nameRu : concept.nameEn) : null;
  const find = ({ vocabularyKind, vocabularyId }: VocabularyEntry): string | null => {
    const isIt = ({ id }: { id: string }) => id === vocabularyId;
    if (vocabularyKind === 'word') return nameOf(data?.customSynonyms.find(isIt)?.concept);
    if (vocabularyKind === 'concept') return nameOf(data?.customConcepts.find(isIt));
    const pair = data?.synonyms.find(isIt);
    return pair ? `${pair.word} — ${pair.synonym}` : null;
  };
  return (gap) => {
    if (!data || gap.vocabularyKind === null || gap.vocabularyId === null) return null;
    const name = find(gap);
    if (name !== null) return { name, isRemoved: false };
    return loading || error ? null : { name, isRemoved: true };
  };
}

interface CatalogueGapItemProps {
  gap: CatalogueGapRowFragment;
  /** Vocabulary entry that was added for it; null when unknown. */
  vocabularyName: VocabularyName | null;
  onAct: (act: GapAction) => void;
}

export function CatalogueGapItem({ gap, vocabularyName, onAct }: CatalogueGapItemProps) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const name = useGapName()(gap);
  const { kind, state, refusedItem: refused, knowledgeItem, closedBy: handledBy } = gap;
  const answer = gap.declineReason
    ? t('requests.proposalAnswer', { answer: gap.declineReason })
    : null;
  const learned = () => {
    if (!gap.vocabularyKind || vocabularyName === null) return null;
    return vocabularyName.isRemoved
      ? t('admin.catalogueGaps.addedAs.removed')
      : t(`admin.catalogueGaps.addedAs.${gap.vocabularyKind}`, { name: vocabularyName.name });
  };
  const outcome = gap.mergedName
    ? t('admin.catalogueGaps.mergedWith', { name: gap.mergedName })
    : learned();
  const acts = actionsOf(gap);
  const button = (act: GapAction) => (
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
  );
  return (
    <RecordRow
      id={gap.id}
      title={
        kind === 'proposal' ? (
          <ExternalLink href={name}>{name}</ExternalLink>
        ) : refused ? (
          <Link to={servicePath(refused.id)}>{name}</Link>
        ) : (
          <span lang={gap.language ?? undefined}>{name}</span>
        )
      }
      badges={
        <>
          <span>×{formatNumber(gap.count, language)}</span>
          <Badge tone={state === 'open' ? 'info' : 'neutral'}>
            {t(
              state === 'open'
                ? `admin.catalogueGaps.kinds.${kind}`
                : `admin.catalogueGaps.states.${state}`,
            )}
          </Badge>
        </>
      }
      summary={gap.comments[0] ?? answer}
      note={outcome}
      meta={
        <>
          {gap.alertsCount > 0 ? (
            <span>{t('admin.catalogueGaps.waiting', { count: gap.alertsCount })}</span>
          ) : null}
          {gap.lastRequestedAt ? <span>{formatDate(gap.lastRequestedAt, language)}</span> : null}
        </>
      }
      moreMeta={
        gap.closedAt ? (
          <span>
            {[formatDate(gap.closedAt, language), handledBy?.name].filter(Boolean).join(', ')}
          </span>
        ) : null
      }
      openLabel={t('admin.catalogueGaps.open', { name })}
      actions={acts.filter((act) => !isRare(act)).map(button)}
      moreActions={acts.filter(isRare).map(button)}
    >
      {[...new Set(gap.comments)].map((word) => (
        <p key={word} data-part="text">
          {word}
        </p>
      ))}
      {outcome ? <p data-part="text">{outcome}</p> : null}
      {answer ? <p data-part="text">{answer}</p> : null}
      {knowledgeItem ? (
        <Link to={servicePath(knowledgeItem.id)}>{getTitle(knowledgeItem, language).text}</Link>
      ) : null}
    </RecordRow>
  );
}
