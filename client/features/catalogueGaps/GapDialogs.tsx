/** Dialogs that merge a catalogue gap into another, or decline it. */
import { useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { Field } from '../../design/Field.tsx';
import { FormDialog, TextPromptDialog } from '../../design/FormDialog.tsx';
import { Select } from '../../design/Select.tsx';
import * as limits from '../../limits/generated.ts';
import {
  useMergeCatalogueGapMutation,
  useCatalogueGapListQuery,
  useDeclineCatalogueGapMutation,
  type CatalogueGapRowFragment,
} from './generated.ts';
import { useGapName } from './gapActions.ts';

interface DeclineDialogProps {
  gap: CatalogueGapRowFragment;
  onDeclined: (gap: CatalogueGapRowFragment, words: string) => Promise<unknown>;
  returnFocus: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Dialog that declines a catalogue gap with an answer to those who wait for it. */
export function DeclineDialog({ gap, onDeclined, returnFocus, onClose }: DeclineDialogProps) {
  const { t } = useTranslation('dashboard');
  const name = useGapName()(gap);
  const [decline] = useDeclineCatalogueGapMutation();
  return (
    <TextPromptDialog
      title={t('admin.catalogueGaps.actOf', { act: t('admin.catalogueGaps.acts.decline'), name })}
      label={t('admin.catalogueGaps.answer')}
      hint={t('admin.catalogueGaps.answerHint')}
      missing={t('admin.catalogueGaps.answerFirst')}
      limit={limits.proposalAnswer}
      sendLabel={t('admin.catalogueGaps.acts.decline')}
      returnFocus={returnFocus}
      onSend={async (answer) => {
        await decline({ variables: { id: gap.id, reason: answer } });
        await onDeclined(gap, t('admin.catalogueGaps.declined'));
      }}
      onClose={onClose}
    />
  );
}

interface MergeDialogProps {
  gap: CatalogueGapRowFragment;
  onMerged: (gap: CatalogueGapRowFragment, words: string) => Promise<unknown>;
  returnFocus: RefObject<HTMLElement | null>;
  onClose: () => void;
}

export function MergeDialog({ gap, onMerged, returnFocus, onClose }: MergeDialogProps) {
  const { t } = useTranslation('dashboard');
  const nameOf = useGapName();
  const [intoId, setIntoId] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  // A proposal can only be merged into another proposal.
  const kind = gap.kind === 'proposal' ? 'proposal' : null;
  const { data } = useCatalogueGapListQuery({ variables: { states: ['open'], kind } });
  const [merge, { loading }] = useMergeCatalogueGapMutation();
  const others = (data?.catalogueGaps ?? []).filter(({ id }) => id !== gap.id);
  const send = async () => {
    setFailure(null);
    try {
      await merge({ variables: { id: gap.id, intoId } });
      await onMerged(gap, t('admin.catalogueGaps.merged'));
    } catch (raised) {
      setFailure(failureText(raised));
      return;
    }
    onClose();
  };
  return (
    <FormDialog
      title={t('admin.catalogueGaps.actOf', {
        act: t('admin.catalogueGaps.acts.merge'),
        name: nameOf(gap),
      })}
      dirty={intoId !== ''}
      missing={intoId === '' ? t('admin.catalogueGaps.otherFirst') : null}
      invalid={false}
      busy={loading}
      sendLabel={t('admin.catalogueGaps.acts.merge')}
      failure={failure}
      returnFocus={returnFocus}
      onSend={send}
      onClose={onClose}
    >
      <Field
        label={t('admin.catalogueGaps.other')}
        hint={t('admin.catalogueGaps.otherHint')}
        required
      >
        {(control) => (
          <Select
            {...control}
            wide
            value={intoId}
            onChange={setIntoId}
            options={[
              {
                value: '',
                label: t(
                  others.length > 0 ? 'admin.catalogueGaps.choose' : 'admin.catalogueGaps.noOther',
                ),
              },
              ...others.map((other) => ({
                value: other.id,
                label: `${nameOf(other)} · ${t(`admin.catalogueGaps.kinds.${other.kind}`)}`,
              })),
            ]}
          />
        )}
      </Field>
    </FormDialog>
  );
}
