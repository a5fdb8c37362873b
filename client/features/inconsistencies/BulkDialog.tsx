/** The same decision for many differences of one type, after a look at all of them. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/Button.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { Notice } from '../../design/Notice.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import type { DifferenceFragment, ResolutionAction } from '../../generated.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import type { Decisions } from './useDecisions.ts';

/** The server takes no more at once. */
export const bulkLimit = 100;

export interface BulkDialogProps {
  /** Open differences of one type; the first hundred are decided. */
  rows: readonly [DifferenceFragment, ...DifferenceFragment[]];
  decisions: Decisions;
  onClose: () => void;
}

export function BulkDialog({ rows: all, decisions, onClose }: BulkDialogProps) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const [working, setWorking] = useState<ResolutionAction | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const rows = all.slice(0, bulkLimit);
  const [first] = all;

  const change = (row: DifferenceFragment): [string, string] => [
    row.oldTitle ??
      row.oldDescription ??
      row.oldUrl ??
      row.oldType ??
      row.oldSource ??
      row.url ??
      (row.removedTags ?? []).map((tag) => `#${tag}`).join(' '),
    row.newTitle ??
      row.newDescription ??
      row.newUrl ??
      row.newType ??
      row.newSource ??
      row.linkStatus ??
      (row.addedTags ?? []).map((tag) => `#${tag}`).join(' '),
  ];
  const decide = async (action: ResolutionAction) => {
    if (working) return;
    setWorking(action);
    const reason = await decisions.decideAll(
      rows.map((row) => row.id),
      action,
    );
    setWorking(null);
    setFailure(reason);
    if (reason === null) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      initialFocus="heading"
      title={t('admin.inconsistencies.bulkTitle', {
        count: rows.length,
        type: t(`admin.inconsistencies.types.${first.type}`),
      })}
      footer={first.actions.map((action) => (
        <Button key={action} busy={working === action} onClick={() => void decide(action)}>
          {t(`admin.inconsistencies.actions.${action}`)}
        </Button>
      ))}
    >
      {failure ? <Notice tone="danger">{failure}</Notice> : null}
      {all.length > bulkLimit ? <p>{t('admin.inconsistencies.bulkHint')}</p> : null}
      <RecordList>
        {rows.map((row) => {
          const [before, after] = change(row);
          const item = row.knowledgeItem;
          return (
            <li key={row.id}>
              <strong>
                {item ? chooseText(item.titleRu, item.titleEn, language).text : t('admin.gone')}
              </strong>
              {before ? <del>{before}</del> : null}
              {after ? <ins>{after}</ins> : null}
            </li>
          );
        })}
      </RecordList>
    </Dialog>
  );
}
