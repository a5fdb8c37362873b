/** One difference with the two ways to decide it, or with its decision and the way back; the buttons stand first, always in the same place. */
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { storedFailureText } from '../../browser/graphqlFailure.ts';
import { AlertDialog } from '../../design/AlertDialog.tsx';
import { Badge } from '../../design/Badge.tsx';
import { Button } from '../../design/Button.tsx';
import { Notice } from '../../design/Notice.tsx';
import type { DifferenceFragment } from './generated.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import { formatDateTime, formatRelative } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { DifferenceBody } from './InconsistencyBody.tsx';
import { Detail, Ways } from './inconsistencies.styles.ts';
import { useOfferWords } from './previewTexts.ts';
import type { Question } from './useResolution.ts';

export interface DifferenceDetailProps {
  row: DifferenceFragment;
  /** Takes the focus when it appears: the one before it was decided. */
  focus: boolean;
  /** Whether the keys 1 and 2 work. */
  showKeys: boolean;
  /** The button that is at work. */
  working: 0 | 1 | null;
  asking: Question | null;
  /** Why the decision that was tried last is not made. */
  failure: string | null;
  onChoose: (place: 0 | 1) => void;
  /** Answers null, or why it cannot be taken back. */
  onTakeBack: () => Promise<string | null>;
}

export function DifferenceDetail(props: DifferenceDetailProps) {
  const { row, focus, showKeys, working, asking, onChoose, onTakeBack } = props;
  const { t } = useTranslation(['dashboard', 'common']);
  const { language } = useLanguage();
  const words = useOfferWords();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isGoingBack, setGoingBack] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const failure = props.failure ?? refusal;
  const item = row.knowledgeItem;
  const title = item
    ? chooseText(item.titleRu, item.titleEn, language)
    : { text: t('admin.gone'), language };

  useEffect(() => {
    if (focus) heading.current?.focus();
  }, [focus]);

  const takeBack = async () => {
    if (isGoingBack) return;
    setGoingBack(true);
    setRefusal(null);
    setRefusal(await onTakeBack());
    setGoingBack(false);
  };
  const when = row.resolvedAt ? formatRelative(row.resolvedAt, language) : '';
  return (
    <Detail aria-labelledby={`${id}-title`}>
      {row.status === 'new' ? (
        <Ways role="group" aria-label={t('admin.inconsistencies.ways')}>
          {row.resolutionPreviews.map((offer, index) => {
            const place = index === 0 ? 0 : 1;
            return (
              <div key={offer.action}>
                <Button
                  size="large"
                  aria-describedby={`${id}-${offer.action}`}
                  aria-keyshortcuts={showKeys ? String(place + 1) : undefined}
                  busy={working === place}
                  disabled={!offer.isPossible}
                  onClick={() => onChoose(place)}
                >
                  {words.label(offer)}
                  {showKeys ? <kbd aria-hidden="true">{place + 1}</kbd> : null}
                </Button>
                <p id={`${id}-${offer.action}`}>{words.consequence(offer)}</p>
              </div>
            );
          })}
        </Ways>
      ) : null}
      {row.status !== 'new' && (row.canUndo || row.status === 'ignored') ? (
        <Ways>
          <div>
            <Button
              size="large"
              aria-keyshortcuts={showKeys ? 'u' : undefined}
              busy={isGoingBack}
              onClick={() => void takeBack()}
            >
              {t(row.canUndo ? 'admin.inconsistencies.undo' : 'admin.inconsistencies.reopen')}
              {showKeys ? <kbd aria-hidden="true">U</kbd> : null}
            </Button>
          </div>
        </Ways>
      ) : null}
      <div data-part="head">
        <Badge tone="info">{t(`admin.inconsistencies.types.${row.type}`)}</Badge>
        {row.changedOnBothSides ? (
          <Badge tone="warning">{t('admin.inconsistencies.bothSides')}</Badge>
        ) : null}
        <time dateTime={row.createdAt} title={formatDateTime(row.createdAt, language)}>
          {t('admin.inconsistencies.detected', { when: formatRelative(row.createdAt, language) })}
        </time>
      </div>
      <h3 id={`${id}-title`} ref={heading} tabIndex={-1} lang={title.language}>
        {title.text}
      </h3>
      {failure ? <Notice tone="danger">{failure}</Notice> : null}
      {!failure && row.error ? (
        <Notice tone="danger" title={t('admin.inconsistencies.lastError')}>
          {storedFailureText(row)}
        </Notice>
      ) : null}
      {row.status === 'new' ? null : (
        <p>
          {row.resolution
            ? t('admin.inconsistencies.decided', {
                action: words.outcome(row),
                name: row.resolvedBy?.name ?? t('admin.inconsistencies.somebody'),
                when,
              })
            : row.resolvedBy
              ? `${row.resolvedBy.name}, ${when}`
              : t('admin.inconsistencies.closed', { when })}
        </p>
      )}
      <div data-part="body">
        <DifferenceBody row={row} />
      </div>
      <AlertDialog
        open={asking !== null}
        title={t('admin.inconsistencies.confirmDelete', { title: title.text })}
        confirmLabel={t('common:actions.delete')}
        onConfirm={() => asking?.confirm()}
        onCancel={() => asking?.cancel()}
      >
        {words.loss(row, asking?.offer)}
      </AlertDialog>
    </Detail>
  );
}
