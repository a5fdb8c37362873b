/** Dialog that edits a service. */
import { useRef, useState, type RefObject } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { failureText, isRefusedFor } from '../../browser/graphqlFailure.ts';
import { useFormErrors } from '../../browser/useFormErrors.ts';
import { Button } from '../../design/Button.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { Field } from '../../design/Field.tsx';
import { FormDialog } from '../../design/FormDialog.tsx';
import { Notice } from '../../design/Notice.tsx';
import { QueryResult } from '../../design/QueryResult.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import { TextArea, TextInput } from '../../design/TextInput.tsx';
import {
  EditedItemDocument,
  useEditedItemQuery,
  useEditServiceMutation,
  type EditedItemFragment,
} from './generated.ts';
import { OtherSite } from '../../items/OtherSite.tsx';
import { Pairs } from './curation.styles.ts';
import {
  changedFields,
  fieldsOfBoth,
  itemFields,
  listsToSend,
  textsOf,
  valuesToSend,
  type ItemDraft,
  type ItemField,
} from './itemDraft.ts';
import { TagsInput } from './TagsInput.tsx';
import { useEditNotice } from './editNotice.ts';
import { useReportedComplaint, type OneComplaintGroup } from './useReportedComplaint.ts';

export interface EditDialogProps {
  itemId: string;
  onClose: () => void;
  onOpen: (dialog: 'history') => void;
}

export function EditDialog({ itemId, onClose, onOpen }: EditDialogProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const reported = useReportedComplaint(itemId);
  const { data, error, refetch } = useEditedItemQuery({
    variables: { id: itemId },
    fetchPolicy: 'network-only',
    nextFetchPolicy: 'cache-first',
  });
  const item = data?.knowledgeItem;
  // The form replaces the loading dialog, so the opener is remembered here.
  const [opener] = useState(() => ({ current: document.activeElement as HTMLElement | null }));
  if (item && !reported.isAsked)
    return (
      <Form item={item} onClose={onClose} onOpen={onOpen} opener={opener} reported={reported} />
    );
  return (
    <Dialog open onClose={onClose} title={t('curation.edit.title')}>
      <QueryResult
        found={null}
        error={error}
        failure={failureText(error)}
        onRetry={refetch}
        skeleton={<Skeleton style={{ height: 320 }} />}
      />
    </Dialog>
  );
}

const areas = new Set<ItemField>(['descriptionRu', 'descriptionEn', 'tasksRu', 'tasksEn']);
const hints = {
  tags: 'curation.edit.tagsHint',
  tasksRu: 'curation.edit.tasksHint',
  tasksEn: 'curation.edit.tasksHint',
} as const;
const isHinted = (name: ItemField): name is keyof typeof hints => Object.hasOwn(hints, name);
const languageOf: Partial<Record<ItemField, string>> = {
  titleRu: 'ru',
  titleEn: 'en',
  descriptionRu: 'ru',
  descriptionEn: 'en',
  tasksRu: 'ru',
  tasksEn: 'en',
};

function Form({
  item: opened,
  onClose,
  onOpen,
  opener,
  reported,
}: Omit<EditDialogProps, 'itemId'> & {
  item: EditedItemFragment;
  opener: RefObject<HTMLElement | null>;
  reported: OneComplaintGroup;
}) {
  const { t } = useTranslation(['dashboard', 'common']);
  const client = useApolloClient();
  const tell = useEditNotice();
  const [item, setItem] = useState(opened);
  const [draft, setDraft] = useState<ItemDraft>(reported.draft);
  const { wrong, failure, refuse, retyped, forget } = useFormErrors(itemFields);
  const [ofBoth, setOfBoth] = useState<readonly ItemField[] | null>(null);
  const [send, { loading }] = useEditServiceMutation();
  const texts = { ...textsOf(item), ...draft };
  const [reportedField] = useState(() => reported.fieldOf(textsOf(opened)));
  const begin = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const changed = changedFields(item, draft);
  const hasTitle = texts.titleRu.trim() !== '' || texts.titleEn.trim() !== '';

  const readTheirs = async () => {
    const { data } = await client.query({
      query: EditedItemDocument,
      variables: { id: item.id },
      fetchPolicy: 'network-only',
    });
    if (!data) return;
    setOfBoth(fieldsOfBoth(item, data.knowledgeItem, draft));
    setItem(data.knowledgeItem);
  };
  const save = async () => {
    forget();
    try {
      const { data } = await send({
        variables: {
          id: item.id,
          ...valuesToSend(item, draft),
          expectedUpdatedAt: item.updatedAt,
        },
      });
      if (data) tell(t('curation.edit.saved'), data.editKnowledge);
      const changeId = data?.editKnowledge.changeId;
      if (changeId) await reported.settle(changeId);
      onClose();
    } catch (raised) {
      if (!isRefusedFor(raised, 'changedMeanwhile'))
        return refuse(raised, { listed: listsToSend(draft) });
      await readTheirs().catch(() => refuse(raised));
    }
  };
  const write = (name: ItemField, text: string) => {
    setDraft({ ...draft, [name]: text });
    retyped(name);
  };
  const hintOf = (name: ItemField) => {
    if (!isHinted(name)) return undefined;
    const language = languageOf[name];
    const isMachine = item.tasks.some((tasks) => tasks.language === language && tasks.isMachine);
    return [t(hints[name]), isMachine ? t('curation.edit.tasksMachine') : '']
      .filter(Boolean)
      .join(' ');
  };
  const field = (name: ItemField) => (
    <Field
      label={t(`curation.fields.${name}`)}
      hint={hintOf(name)}
      error={wrong[name]}
      required={name === 'sourceUrl'}
    >
      {(control) => {
        const input = {
          ...control,
          lang: languageOf[name],
          ref: name === reportedField ? begin : undefined,
          value: texts[name],
          onChange: (event: { target: { value: string } }) => write(name, event.target.value),
        };
        if (name === 'tags')
          return (
            <TagsInput
              {...input}
              label={t('curation.fields.tags')}
              onChange={(text) => write(name, text)}
            />
          );
        if (areas.has(name)) return <TextArea {...input} />;
        return (
          <TextInput
            {...input}
            inputMode={name.endsWith('Url') ? 'url' : 'text'}
            spellCheck={false}
          />
        );
      }}
    </Field>
  );
  const missing = () => {
    if (!hasTitle) return t('curation.edit.titleMissing');
    if (texts.sourceUrl.trim() === '') return t('curation.edit.addressMissing');
    return changed.length === 0 ? t('curation.edit.nothingChanged') : null;
  };
  return (
    <FormDialog
      title={t('curation.edit.title')}
      dirty={changed.length > 0}
      missing={missing()}
      invalid={false}
      busy={loading}
      sendLabel={t('common:actions.save')}
      failure={failure}
      {...(reportedField ? { initialFocus: begin } : {})}
      returnFocus={opener}
      onSend={save}
      onClose={onClose}
    >
      {reported.title ? (
        <Notice title={reported.title}>
          {reported.comments.map((comment, place) => (
            <p key={place}>{comment}</p>
          ))}
        </Notice>
      ) : null}
      {reported.otherHost ? <OtherSite host={reported.otherHost} /> : null}
      {ofBoth ? (
        <Notice tone="warning" title={t('curation.edit.conflict')}>
          {ofBoth.length > 0
            ? ofBoth.map((name) => (
                <p key={name}>
                  {t('curation.edit.theirs', {
                    field: t(`curation.fields.${name}`),
                    text: textsOf(item)[name] || '—',
                  })}
                </p>
              ))
            : t('curation.edit.elsewhere')}
        </Notice>
      ) : null}
      <Pairs>
        {field('titleRu')}
        {field('titleEn')}
        {field('descriptionRu')}
        {field('descriptionEn')}
      </Pairs>
      {field('sourceUrl')}
      {field('imageUrl')}
      {field('tags')}
      {/* Stacked: in half the width tasks would wrap, and their ends would be unclear. */}
      {field('tasksRu')}
      {field('tasksEn')}
      <div>
        <Button type="button" onClick={() => onOpen('history')}>
          {t('curation.history.title')}
        </Button>
      </div>
    </FormDialog>
  );
}
