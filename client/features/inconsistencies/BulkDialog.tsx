/** The same decision for many differences, after a look at all of them; one sees how far it is and can stop. */
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button } from '../../design/Button.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { Notice } from '../../design/Notice.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import { space } from '../../design/theme.ts';
import type { DifferenceFragment, ResolutionAction } from './generated.ts';
import { useOfferWords } from './previewTexts.ts';
import type { Decisions } from './useDecisions.ts';

const Parts = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[3]};
`;

export interface BulkDialogProps {
  /** Open differences; those that have been decided leave. */
  rows: readonly [DifferenceFragment, ...DifferenceFragment[]];
  nameOf: (row: DifferenceFragment) => string;
  /** Whether a difference is still to be decided. */
  isOpen: (row: DifferenceFragment) => boolean;
  decisions: Decisions;
  onClose: () => void;
}

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

export function BulkDialog({ rows: given, nameOf, isOpen, decisions, onClose }: BulkDialogProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const words = useOfferWords();
  // What was ticked when it opened: decided ones go from the desk, not from under the eyes.
  const [rows] = useState(given);
  const [working, setWorking] = useState<ResolutionAction | null>(null);
  const [dealtWith, setDealtWith] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const stopped = useRef(false);
  const [first] = rows;
  const offers = first.resolutionPreviews.filter(({ action }) =>
    rows.every((row) =>
      row.resolutionPreviews.some((one) => one.action === action && one.isPossible),
    ),
  );
  const isMixed = rows.some((row) => row.type !== first.type);

  const decide = async (action: ResolutionAction) => {
    if (working) return;
    stopped.current = false;
    setWorking(action);
    setFailure(null);
    setDealtWith(0);
    const reason = await decisions.decideAll(rows.filter(isOpen), action, (count) => {
      setDealtWith(count);
      return !stopped.current;
    });
    setWorking(null);
    setFailure(reason);
    if (reason === null) onClose();
  };
  const close = () => {
    stopped.current = true;
    onClose();
  };
  return (
    <Dialog
      open
      onClose={close}
      initialFocus="heading"
      title={t(
        isMixed ? 'admin.inconsistencies.bulkTitleMixed' : 'admin.inconsistencies.bulkTitle',
        { count: rows.length, type: t(`admin.inconsistencies.types.${first.type}`) },
      )}
      footer={
        working ? (
          <Button onClick={() => (stopped.current = true)}>
            {t('admin.inconsistencies.stop')}
          </Button>
        ) : (
          offers.map((offer) => (
            <Button key={offer.action} onClick={() => void decide(offer.action)}>
              {words.label(offer)}
            </Button>
          ))
        )
      }
    >
      <Parts>
        {working ? (
          <p role="status">
            <progress
              max={rows.length}
              value={dealtWith}
              aria-label={t('admin.inconsistencies.progressLabel')}
            />{' '}
            {t('admin.inconsistencies.progress', { done: dealtWith, all: rows.length })}
          </p>
        ) : null}
        {failure ? <Notice tone="danger">{failure}</Notice> : null}
        {offers.length === 0 ? <Notice>{t('admin.inconsistencies.noCommonAction')}</Notice> : null}
        <ul>
          {offers.map((offer) => (
            <li key={offer.action}>
              {words.label(offer)}: {words.consequence(offer)}
            </li>
          ))}
        </ul>
        <RecordList>
          {rows.map((row) => {
            const [before, after] = change(row);
            return (
              <li key={row.id}>
                <strong>{nameOf(row)}</strong>
                {before ? <del>{before}</del> : null}
                {after ? <ins>{after}</ins> : null}
              </li>
            );
          })}
        </RecordList>
      </Parts>
    </Dialog>
  );
}
