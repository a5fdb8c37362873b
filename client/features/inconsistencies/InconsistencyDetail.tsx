/** One inconsistency: what differs, then its decisions, or the decision made and its undo. */
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { storedFailureText } from '../../browser/graphqlFailure.ts';
import { AlertDialog } from '../../design/Dialog.tsx';
import { Badge } from '../../design/Badge.tsx';
import { Button } from '../../design/Button.tsx';
import { Notice } from '../../design/Notice.tsx';
import type { DifferenceFragment } from './generated.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import { formatDateTime, formatRelative } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { servicePath } from '../../items/links.ts';
import { InconsistencyBody } from './InconsistencyBody.tsx';
import { DecisionBar, Detail } from './inconsistencies.styles.ts';
import { decisions, previewOf, usePreviewTexts, type Decision } from './previewTexts.ts';
import type { Question } from './useResolution.ts';

export interface InconsistencyDetailProps {
  row: DifferenceFragment;
  /** Focuses the heading at the first rendering, after the inconsistency before it was decided. */
  focus: boolean;
  /** True when single-key shortcuts are on. */
  showKeys: boolean;
  /** Decision whose call is running. */
  working: Decision | null;
  question: Question | null;
  /** Error message of the last decision. */
  failure: string | null;
  onChoose: (decision: Decision) => void;
  /** Resolves to null or to the reason why it cannot be undone. */
  onUndo: () => Promise<string | null>;
}

export function InconsistencyDetail(props: InconsistencyDetailProps) {
  const { row, focus, showKeys, question, onUndo } = props;
  const { t } = useTranslation(['dashboard', 'common']);
  const { language } = useLanguage();
  const texts = usePreviewTexts();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isUndoing, setUndoing] = useState(false);
  const [undoFailure, setUndoFailure] = useState<string | null>(null);
  const failure = props.failure ?? undoFailure;
  const item = row.knowledgeItem;
  const title = item
    ? chooseText(item.titleRu, item.titleEn, language)
    : { text: t('admin.gone'), language };

  useEffect(() => {
    if (focus) heading.current?.focus();
  }, [focus]);

  const undo = async () => {
    if (isUndoing) return;
    setUndoing(true);
    setUndoFailure(null);
    setUndoFailure(await onUndo());
    setUndoing(false);
  };
  const when = row.resolvedAt ? formatRelative(row.resolvedAt, language) : '';
  return (
    <Detail aria-labelledby={`${id}-title`}>
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
        {item ? <Link to={servicePath(item.id)}>{title.text}</Link> : title.text}
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
                action: texts.outcome(row),
                name: row.resolvedBy?.name ?? t('admin.inconsistencies.somebody'),
                when,
              })
            : row.resolvedBy
              ? `${row.resolvedBy.name}, ${when}`
              : t('admin.inconsistencies.closed', { when })}
        </p>
      )}
      <div data-part="body">
        <InconsistencyBody row={row} />
      </div>
      {row.status === 'new' ? <Decisions {...props} /> : null}
      {row.status !== 'new' && (row.canUndo || row.status === 'ignored') ? (
        <DecisionBar>
          <Button
            aria-keyshortcuts={showKeys ? 'u' : undefined}
            busy={isUndoing}
            onClick={() => void undo()}
          >
            {t(row.canUndo ? 'admin.inconsistencies.undo' : 'admin.inconsistencies.reopen')}
            {showKeys ? <kbd aria-hidden="true">U</kbd> : null}
          </Button>
        </DecisionBar>
      ) : null}
      <AlertDialog
        open={question !== null}
        title={t('admin.inconsistencies.confirmDelete', { title: title.text })}
        confirmLabel={t('common:actions.delete')}
        onConfirm={() => question?.confirm()}
        onCancel={() => question?.cancel()}
      >
        {texts.loss(row, question?.preview)}
      </AlertDialog>
    </Detail>
  );
}

const keys: Record<Decision, { shown: string; shortcut: string }> = {
  keep: { shown: '1', shortcut: '1' },
  use: { shown: '2', shortcut: '2' },
  delete: { shown: 'Shift D', shortcut: 'Shift+D' },
};
const variants = { keep: 'primary', use: 'secondary', delete: 'dangerOutline' } as const;

function Decisions({ row, showKeys, working, onChoose }: InconsistencyDetailProps) {
  const { t } = useTranslation('dashboard');
  const texts = usePreviewTexts();
  const id = useId();
  return (
    <DecisionBar role="group" aria-label={t('admin.inconsistencies.decision')}>
      {decisions.map((decision) => {
        const preview = previewOf(row, decision);
        if (!preview) return null;
        return (
          <div key={decision} data-decision={decision}>
            <Button
              variant={variants[decision]}
              aria-describedby={`${id}-${decision}`}
              aria-keyshortcuts={showKeys ? keys[decision].shortcut : undefined}
              busy={working === decision}
              disabled={!preview.isPossible}
              onClick={() => onChoose(decision)}
            >
              {texts.label(preview)}
              {showKeys ? <kbd aria-hidden="true">{keys[decision].shown}</kbd> : null}
            </Button>
            <p id={`${id}-${decision}`}>{texts.consequence(preview)}</p>
          </div>
        );
      })}
    </DecisionBar>
  );
}
