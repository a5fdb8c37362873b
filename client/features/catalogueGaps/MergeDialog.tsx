/** Says that a wish is another open one. */
import { useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { Field } from '../../design/Field.tsx';
import { FormDialog } from '../../design/FormDialog.tsx';
import { Select } from '../../design/Select.tsx';
import {
  useMergeCatalogueGapMutation,
  useCatalogueGapListQuery,
  type CatalogueGapRowFragment,
} from './generated.ts';
import { useWishName } from './gapActions.ts';

export interface MergeDialogProps {
  wish: CatalogueGapRowFragment;
  onMerged: (wish: CatalogueGapRowFragment, words: string) => Promise<unknown>;
  returnFocus: RefObject<HTMLElement | null>;
  onClose: () => void;
}

export function MergeDialog({ wish, onMerged, returnFocus, onClose }: MergeDialogProps) {
  const { t } = useTranslation('dashboard');
  const nameOf = useWishName();
  const [intoId, setIntoId] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  // What is proposed ends as its like do.
  const kind = wish.kind === 'proposal' ? 'proposal' : null;
  const { data } = useCatalogueGapListQuery({ variables: { states: ['open'], kind } });
  const [merge, { loading }] = useMergeCatalogueGapMutation();
  const others = (data?.catalogueGaps ?? []).filter(({ id }) => id !== wish.id);
  const send = async () => {
    setFailure(null);
    try {
      await merge({ variables: { id: wish.id, intoId } });
      await onMerged(wish, t('admin.wishes.merged'));
    } catch (raised) {
      setFailure(failureText(raised));
      return;
    }
    onClose();
  };
  return (
    <FormDialog
      title={t('admin.wishes.actOf', { act: t('admin.wishes.acts.merge'), name: nameOf(wish) })}
      dirty={intoId !== ''}
      missing={intoId === '' ? t('admin.wishes.otherFirst') : null}
      invalid={false}
      busy={loading}
      sendLabel={t('admin.wishes.acts.merge')}
      failure={failure}
      returnFocus={returnFocus}
      onSend={send}
      onClose={onClose}
    >
      <Field label={t('admin.wishes.other')} hint={t('admin.wishes.otherHint')} required>
        {(control) => (
          <Select
            {...control}
            wide
            value={intoId}
            onChange={setIntoId}
            options={[
              {
                value: '',
                label: t(others.length > 0 ? 'admin.wishes.choose' : 'admin.wishes.noOther'),
              },
              ...others.map((other) => ({
                value: other.id,
                label: `${nameOf(other)} · ${t(`admin.wishes.kinds.${other.kind}`)}`,
              })),
            ]}
          />
        )}
      </Field>
    </FormDialog>
  );
}
