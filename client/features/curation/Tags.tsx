/** Tags: renamed, translated and merged. */
import { useRef, useState, type RefObject } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { failureText } from '../../browser/graphqlFailure.ts';
import { useFormErrors } from '../../browser/useFormErrors.ts';
import { Bar, FilterBar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { Field } from '../../design/Field.tsx';
import { FormDialog } from '../../design/FormDialog.tsx';
import { notify } from '../../design/notify.ts';
import { RecordList } from '../../design/RecordList.tsx';
import { TextInput } from '../../design/TextInput.tsx';
import { useRowFocus } from '../../design/focusRestore.ts';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import {
  UndoTagChangeDocument,
  useEditableTagsQuery,
  useRenameTagMutation,
  type EditableTagsQuery,
} from './generated.ts';

const TagList = styled(RecordList)`
  --columns: minmax(0, 1.2fr) minmax(0, 1fr) minmax(0, 1fr) auto auto;
`;

type Tag = EditableTagsQuery['tags'][number];

export function Tags() {
  const { t } = useTranslation(['dashboard', 'common']);
  const client = useApolloClient();
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<Tag | null>(null);
  const { data, previousData, refetch } = useEditableTagsQuery({
    variables: { search: search.trim() || null },
    fetchPolicy: 'cache-and-network',
  });
  const tags = (data ?? previousData)?.tags;
  const heading = useRef<HTMLHeadingElement>(null);
  /** Next focus after a tag was merged into another. */
  const next = useRef<HTMLElement>(null);
  const focus = useRowFocus<HTMLUListElement>(() => heading.current);

  const undo = async (changeId: string) => {
    try {
      await client.mutate({ mutation: UndoTagChangeDocument, variables: { changeId } });
      notify.success(t('curation.undone'), { id: `tag-${changeId}` });
    } catch (failure) {
      notify.error(t('curation.undoFailed'), {
        id: `tag-${changeId}`,
        description: failureText(failure),
      });
    }
    await refetch();
  };
  const saved = async (changeId: string | null | undefined, items: number) => {
    await refetch();
    next.current = focus.next() ?? null;
    setOpen(null);
    notify.success(
      items > 0 ? t('curation.tags.saved', { count: items }) : t('curation.tags.named'),
      {
        duration: 'long',
        ...(changeId
          ? {
              id: `tag-${changeId}`,
              action: { label: t('common:actions.undo'), run: () => void undo(changeId) },
            }
          : {}),
      },
    );
  };
  return (
    <section>
      <VisuallyHidden as="h3" ref={heading} tabIndex={-1}>
        {t('curation.fields.tags')}
      </VisuallyHidden>
      <FilterBar>
        <div>
          <TextInput
            type="search"
            aria-label={t('curation.tags.search')}
            placeholder={t('curation.tags.search')}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
      </FilterBar>
      <TagList data-columns="" {...focus.rows}>
        {tags?.map((tag) => (
          <li key={tag.id}>
            <strong>#{tag.originalName}</strong>
            <small>
              <span lang="ru">{tag.nameRu}</span>
              <span lang="en">{tag.nameEn}</span>
              <span>{t('curation.tags.services', { count: tag.count })}</span>
            </small>
            <Bar>
              <Button
                aria-label={t('curation.tags.changeOf', { tag: tag.originalName })}
                onClick={() => setOpen(tag)}
              >
                {t('curation.tags.change')}
              </Button>
            </Bar>
          </li>
        ))}
      </TagList>
      <p>{t('curation.tags.hint')}</p>
      {open ? (
        <TagDialog
          key={open.id}
          tag={open}
          returnFocus={next}
          onClose={() => setOpen(null)}
          onSaved={saved}
        />
      ) : null}
    </section>
  );
}

const fields = ['originalName', 'nameRu', 'nameEn'] as const;

interface TagDialogProps {
  tag: Tag;
  onClose: () => void;
  onSaved: (changeId: string | null | undefined, items: number) => Promise<void>;
  /** Takes the focus when the row that opened the dialog has gone. */
  returnFocus: RefObject<HTMLElement | null>;
}

function TagDialog({ tag, onClose, onSaved, returnFocus }: TagDialogProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const [names, setNames] = useState({
    originalName: tag.originalName,
    nameRu: tag.nameRu,
    nameEn: tag.nameEn,
  });
  const { fieldErrors, failure, showErrors, clearErrors, resetErrors } = useFormErrors(fields);
  const [rename, { loading }] = useRenameTagMutation();
  const changed = fields.filter((field) => names[field].trim() !== tag[field]);
  const isEmpty = fields.some((field) => names[field].trim() === '');
  const send = async () => {
    resetErrors();
    try {
      const { data } = await rename({
        variables: {
          id: tag.id,
          ...Object.fromEntries(changed.map((field) => [field, names[field].trim()])),
        },
      });
      await onSaved(data?.renameTag.changeId, data?.renameTag.items ?? 0);
    } catch (raised) {
      showErrors(raised);
    }
  };
  const missing = () => {
    if (isEmpty) return t('curation.tags.nameMissing');
    return changed.length === 0 ? t('curation.edit.nothingChanged') : null;
  };
  return (
    <FormDialog
      title={t('curation.tags.title', { tag: tag.originalName })}
      dirty={changed.length > 0}
      missing={missing()}
      invalid={false}
      busy={loading}
      sendLabel={t('common:actions.save')}
      failure={failure}
      returnFocus={returnFocus}
      onSend={send}
      onClose={onClose}
    >
      {fields.map((field) => (
        <Field
          key={field}
          label={t(`curation.tags.${field}`)}
          hint={field === 'originalName' ? t('curation.tags.mergeHint') : undefined}
          error={fieldErrors[field]}
          required
        >
          {(control) => (
            <TextInput
              {...control}
              value={names[field]}
              onChange={(event) => {
                setNames({ ...names, [field]: event.target.value });
                clearErrors(field);
              }}
            />
          )}
        </Field>
      ))}
    </FormDialog>
  );
}
