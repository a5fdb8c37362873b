/** One difference with the two ways to decide it, or with its decision and the way back. */
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keptFailure } from '../../browser/graphqlFailure.ts';
import { AlertDialog } from '../../design/AlertDialog.tsx';
import { Badge } from '../../design/Badge.tsx';
import { Button } from '../../design/Button.tsx';
import { Notice } from '../../design/Notice.tsx';
import type { DifferenceFragment, ResolutionAction } from '../../generated.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import { formatDateTime, formatRelative } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { DifferenceBody } from './DifferenceBody.tsx';
import { Detail, Ways } from './differencesLook.ts';
import type { Decisions } from './useDecisions.ts';

export interface DifferenceDetailProps {
  row: DifferenceFragment;
  /** Takes the focus when it appears: the one before it was decided. */
  focus: boolean;
  decisions: Decisions;
  onDecided: () => void;
}

const deletes = (action: ResolutionAction) => action === 'delete' || action === 'delete_item';

export function DifferenceDetail({ row, focus, decisions, onDecided }: DifferenceDetailProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { language } = useLanguage();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [working, setWorking] = useState<ResolutionAction | 'undo' | null>(null);
  const [asking, setAsking] = useState<ResolutionAction | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const item = row.knowledgeItem;
  const title = item
    ? chooseText(item.titleRu, item.titleEn, language)
    : { text: t('admin.gone'), language };

  useEffect(() => {
    if (focus) heading.current?.focus();
  }, [focus]);

  const work = async (what: ResolutionAction | 'undo', call: () => Promise<string | null>) => {
    if (working) return;
    setWorking(what);
    setFailure(null);
    const reason = await call();
    setWorking(null);
    setFailure(reason);
    if (reason === null && what !== 'undo') onDecided();
  };
  const decide = (action: ResolutionAction) => {
    setAsking(null);
    void work(action, () => decisions.decide(row, action));
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
        {title.text}
      </h3>
      <div data-part="body">
        <DifferenceBody row={row} />
      </div>
      {failure ? <Notice tone="danger">{failure}</Notice> : null}
      {!failure && row.error ? (
        <Notice tone="danger" title={t('admin.inconsistencies.lastError')}>
          {keptFailure(row)}
        </Notice>
      ) : null}
      {row.status === 'new' ? (
        <Ways>
          {row.actions.map((action) => (
            <div key={action}>
              <Button
                size="large"
                aria-describedby={`${id}-${action}`}
                busy={working === action}
                onClick={() => (deletes(action) ? setAsking(action) : decide(action))}
              >
                {t(`admin.inconsistencies.actions.${action}`)}
              </Button>
              <p id={`${id}-${action}`}>{t(`admin.inconsistencies.consequences.${action}`)}</p>
            </div>
          ))}
        </Ways>
      ) : (
        <>
          <p>
            {row.resolution
              ? t('admin.inconsistencies.decided', {
                  action: t(`admin.inconsistencies.actions.${row.resolution}`),
                  name: row.resolvedBy?.name ?? t('admin.inconsistencies.somebody'),
                  when,
                })
              : row.resolvedBy
                ? `${row.resolvedBy.name}, ${when}`
                : t('admin.inconsistencies.closed', { when })}
          </p>
          {row.canUndo || row.status === 'ignored' ? (
            <div>
              <Button
                busy={working === 'undo'}
                onClick={() => void work('undo', () => decisions.takeBack(row))}
              >
                {t(row.canUndo ? 'admin.inconsistencies.undo' : 'admin.inconsistencies.reopen')}
              </Button>
            </div>
          ) : null}
        </>
      )}
      <AlertDialog
        open={asking !== null}
        title={t('admin.inconsistencies.confirmDelete', { title: title.text })}
        confirmLabel={t('common:actions.delete')}
        onConfirm={() => asking && decide(asking)}
        onCancel={() => setAsking(null)}
      >
        {t('admin.inconsistencies.removedText')} {t('cases', { count: item?.useCasesCount ?? 0 })},{' '}
        {t('likes', { count: item?.likesCount ?? 0 })}
      </AlertDialog>
    </Detail>
  );
}
