/** Dialog that merges two services field by field. */
import { useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { FormDialog } from '../../design/FormDialog.tsx';
import { Notice } from '../../design/Notice.tsx';
import { notify } from '../../design/notify.ts';
import { RadioCards } from '../../design/RadioCards.tsx';
import {
  useMergeServicesMutation,
  type DuplicateItemFragment,
  type MergedBookmark,
  type MergeField,
  type MergeTags,
} from './generated.ts';
import { Wrapped } from './curation.styles.ts';
import { useBookmarkText } from './editNotice.ts';

const fields = [
  'titleRu',
  'titleEn',
  'descriptionRu',
  'descriptionEn',
  'imageUrl',
  'sourceUrl',
] as const satisfies readonly MergeField[];

export interface MergeDialogProps {
  pair: readonly [DuplicateItemFragment, DuplicateItemFragment];
  /** Services whose bookmark can be moved to the trash. */
  trashableIds: readonly string[];
  onClose: () => void;
  /** Refetches the list and closes the dialog. */
  onMerged: () => Promise<void>;
  /** Takes the focus when the row that opened the dialog has gone. */
  returnFocus: RefObject<HTMLElement | null>;
}

export function MergeDialog(props: MergeDialogProps) {
  const { pair, trashableIds, onClose, onMerged, returnFocus } = props;
  const { t } = useTranslation(['dashboard', 'common']);
  const wordsOf = useBookmarkText();
  const [keptId, setKeptId] = useState(pair[0].id);
  const kept = pair[0].id === keptId ? pair[0] : pair[1];
  const other = pair[0].id === keptId ? pair[1] : pair[0];
  /** Chosen sides by field; default is the kept service unless its text is empty. */
  const [chosen, setChosen] = useState<Partial<Record<MergeField, string>>>({});
  const [tags, setTags] = useState<MergeTags>('both');
  const [bookmark, setBookmark] = useState<MergedBookmark>('keep');
  const [failure, setFailure] = useState<string | null>(null);
  const [send, { loading }] = useMergeServicesMutation();

  const sideOf = (field: MergeField): string => chosen[field] ?? (kept[field] ? kept.id : other.id);
  const isTrashable = trashableIds.includes(other.id);
  const differing = fields.filter((field) => (kept[field] ?? '') !== (other[field] ?? ''));
  const merge = async () => {
    setFailure(null);
    try {
      const { data } = await send({
        variables: {
          keptId: kept.id,
          mergedId: other.id,
          take: differing.filter((field) => sideOf(field) === other.id),
          tags,
          bookmark: isTrashable ? bookmark : 'keep',
        },
      });
      const outcome = data?.mergeKnowledge;
      const description = outcome
        ? [wordsOf(outcome.bookmark), wordsOf(outcome.otherBookmark)].filter(Boolean)
        : [];
      notify.success(t('curation.merge.done'), {
        duration: 'long',
        ...(description.length > 0 ? { description: [...new Set(description)].join(' ') } : {}),
      });
      await onMerged();
    } catch (raised) {
      setFailure(failureText(raised));
    }
  };
  const nameOf = (item: DuplicateItemFragment) => item.titleEn ?? item.titleRu ?? '';
  const tagsOf = (item: DuplicateItemFragment) =>
    item.raindropTags.map((tag) => `#${tag}`).join(' ');
  return (
    <FormDialog
      title={t('curation.merge.title')}
      dirty={false}
      missing={null}
      invalid={false}
      busy={loading}
      sendLabel={t('curation.merge.send')}
      failure={failure}
      returnFocus={returnFocus}
      onSend={merge}
      onClose={onClose}
    >
      <Wrapped>
        <RadioCards<string>
          legend={t('curation.merge.kept')}
          columns={2}
          value={keptId}
          onChange={(id) => {
            setKeptId(id);
            setChosen({});
          }}
          options={pair.map((item) => ({
            value: item.id,
            label: nameOf(item),
            detail: [
              item.sourceUrl,
              t('usedBy', { count: item.likesCount }),
              t('cases', { count: item.useCasesCount }),
            ].join(' · '),
          }))}
        />
        <div role="status">
          {kept.adminVisibility === 'hidden' && other.adminVisibility === 'visible' ? (
            <Notice tone="warning">
              {t('curation.merge.hides', { service: nameOf(kept), other: nameOf(other) })}
            </Notice>
          ) : null}
        </div>
        {differing.map((field) => (
          <RadioCards<string>
            key={field}
            legend={t(`curation.fields.${field}`)}
            columns={2}
            value={sideOf(field)}
            onChange={(id) => setChosen({ ...chosen, [field]: id })}
            options={[kept, other].map((item) => ({
              value: item.id,
              label: item[field] || t('curation.merge.nothing'),
            }))}
          />
        ))}
        {tagsOf(kept) === tagsOf(other) ? null : (
          <RadioCards<MergeTags>
            legend={t('curation.fields.tags')}
            value={tags}
            onChange={setTags}
            options={[
              { value: 'both', label: t('curation.merge.tagsBoth') },
              { value: 'kept', label: tagsOf(kept) || t('curation.merge.nothing') },
              { value: 'other', label: tagsOf(other) || t('curation.merge.nothing') },
            ]}
          />
        )}
        {isTrashable ? (
          <RadioCards<MergedBookmark>
            legend={t('curation.merge.bookmark')}
            columns={2}
            value={bookmark}
            onChange={setBookmark}
            options={(['keep', 'trash'] as const).map((value) => ({
              value,
              label: t(`curation.merge.bookmarks.${value}`),
            }))}
          />
        ) : null}
        <p>{t('curation.merge.moves')}</p>
      </Wrapped>
    </FormDialog>
  );
}
