/** Form of a new service, filled from its page. */
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormErrors } from '../../browser/useFormErrors.ts';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { Field, FieldError } from '../../design/Field.tsx';
import { Notice } from '../../design/Notice.tsx';
import { notify } from '../../design/notify.ts';
import { TextArea, TextInput } from '../../design/TextInput.tsx';
import { useFocusFirstError } from '../../design/FormDialog.tsx';
import {
  useAddServiceMutation,
  type LookUpServiceMutation,
  type MachineText,
} from './generated.ts';
import { Pairs } from './curation.styles.ts';
import { itemFields, readTags, type ItemField, type ItemTexts } from './itemDraft.ts';
import { TagsInput } from './TagsInput.tsx';
import { useBookmarkText } from './editNotice.ts';

type Proposal = LookUpServiceMutation['lookUpService'];
/** Tasks are added after the service exists. */
type NewTexts = Omit<ItemTexts, 'tasksRu' | 'tasksEn'>;
type Name = keyof NewTexts;

const isNew = (name: ItemField): name is Name => name !== 'tasksRu' && name !== 'tasksEn';
const names: readonly Name[] = itemFields.filter(isNew);

const textsOf = (found: Proposal): NewTexts => ({
  titleRu: found.titleRu ?? '',
  titleEn: found.titleEn ?? '',
  descriptionRu: found.descriptionRu ?? '',
  descriptionEn: found.descriptionEn ?? '',
  sourceUrl: found.address,
  imageUrl: found.imageUrl ?? '',
  tags: found.tags.join(', '),
});

interface Props {
  found: Proposal;
  /** The proposal of an employee that it is made of. */
  proposalId: string | null;
  /** The catalogue gap that it fills. */
  gapId: string | null;
  onAdded: () => void;
}

export function NewService({ found, proposalId, gapId, onAdded }: Props) {
  const { t } = useTranslation('dashboard');
  const wordsOf = useBookmarkText();
  const said = textsOf(found);
  const [texts, setTexts] = useState(said);
  const { fieldErrors, failure, showErrors, clearErrors, resetErrors } = useFormErrors(names);
  const { form, answered } = useFocusFirstError();
  const [add, { loading }] = useAddServiceMutation();
  const hasTitle = texts.titleRu.trim() !== '' || texts.titleEn.trim() !== '';

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!hasTitle || loading) return;
    resetErrors();
    const { tags: typedTags, sourceUrl, ...rest } = texts;
    const tags = readTags(typedTags);
    try {
      const { data } = await add({
        variables: {
          ...Object.fromEntries(
            Object.entries(rest).map(([name, text]) => [name, text.trim() || null]),
          ),
          sourceUrl: sourceUrl.trim(),
          tags,
          machineTexts: found.machineTexts.filter((name) => texts[name] === said[name]),
          ...(proposalId ? { proposalId } : {}),
          ...(gapId ? { gapId } : {}),
        },
      });
      const words = data ? wordsOf(data.addKnowledge.bookmark) : '';
      notify.success(t('curation.add.done'), {
        duration: 'long',
        ...(words ? { description: words } : {}),
      });
      onAdded();
    } catch (raised) {
      showErrors(raised, { listed: { tags } });
      answered();
    }
  };
  const isMachine = (name: Name): boolean =>
    found.machineTexts.includes(name as MachineText) && texts[name] === said[name];
  const hintOf = (name: Name) => {
    if (isMachine(name)) return t('curation.add.machine');
    return name === 'tags' ? t('curation.edit.tagsHint') : undefined;
  };
  const field = (name: Name) => (
    <Field
      key={name}
      label={t(`curation.fields.${name}`)}
      hint={hintOf(name)}
      error={fieldErrors[name]}
      required={name === 'sourceUrl'}
    >
      {(control) => {
        const write = (text: string) => {
          setTexts({ ...texts, [name]: text });
          clearErrors(name);
        };
        const input = {
          ...control,
          value: texts[name],
          onChange: (event: { target: { value: string } }) => write(event.target.value),
        };
        if (name === 'tags')
          return <TagsInput {...input} label={t('curation.fields.tags')} onChange={write} />;
        return name.startsWith('description') ? <TextArea {...input} /> : <TextInput {...input} />;
      }}
    </Field>
  );
  return (
    <>
      {found.isRead ? null : <Notice tone="info">{t('curation.add.notRead')}</Notice>}
      <form ref={form} onSubmit={(event) => void send(event)}>
        <Pairs>{names.map(field)}</Pairs>
        {failure ? <FieldError role="alert">{failure}</FieldError> : null}
        <Bar>
          <Button type="submit" variant="primary" disabled={!hasTitle} busy={loading}>
            {t('curation.add.send')}
          </Button>
          {hasTitle ? null : <p>{t('curation.edit.titleMissing')}</p>}
        </Bar>
      </form>
    </>
  );
}
