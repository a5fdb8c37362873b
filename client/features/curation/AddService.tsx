/** Form that adds a service by its address; the texts of its page are proposed. */
import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { styled } from 'styled-components';
import { useFormErrors } from '../../browser/useFormErrors.ts';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { Field, FieldError } from '../../design/Field.tsx';
import { Notice } from '../../design/Notice.tsx';
import { TextInput, TextArea } from '../../design/TextInput.tsx';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import { size, space } from '../../design/theme.ts';
import { useFocusRestore } from '../../design/focusRestore.ts';
import { useFocusFirstError } from '../../design/FormDialog.tsx';
import {
  useLookUpServiceMutation,
  useAddServiceMutation,
  type LookUpServiceMutation,
  type MachineText,
} from './generated.ts';
import { chooseText } from '../../i18n/bilingual.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { servicePath } from '../../items/links.ts';
import { notify } from '../../design/notify.ts';
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

/** Form of a new service, filled from its page. */
function NewService({ found, proposalId, gapId, onAdded }: Props) {
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

const fields = ['address'] as const;

/** The address takes the room beside its button. */
const AddressBar = styled(Bar)`
  flex-wrap: nowrap;
  align-items: flex-start;

  > div {
    flex: 0 1 360px;
  }
  > div > label {
    position: absolute;
  }
  button {
    white-space: nowrap;
  }
  input {
    min-height: ${size.controlSmall};
    padding-block: ${space[1]};
  }
`;

export function AddService({ onAdded }: { onAdded: () => void }) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const [params, setParams] = useSearchParams();
  // Prefilled for a proposal.
  const [address, setAddress] = useState(params.get('address') ?? '');
  const gapName = params.get('name');
  const [found, setFound] = useState<LookUpServiceMutation['lookUpService'] | null>(null);
  const { fieldErrors, failure, showErrors, clearErrors, resetErrors } = useFormErrors(fields);
  const { form, answered } = useFocusFirstError();
  const heading = useRef<HTMLHeadingElement>(null);
  const kept = useFocusRestore(() => heading.current);
  const [lookUp, looking] = useLookUpServiceMutation();

  const read = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = address.trim();
    if (wanted === '' || looking.loading) return;
    resetErrors();
    setFound(null);
    try {
      const { data } = await lookUp({ variables: { address: wanted } });
      setFound(data?.lookUpService ?? null);
    } catch (raised) {
      showErrors(raised);
    }
    answered();
  };
  const added = () => {
    setAddress('');
    setParams({}, { replace: true });
    setFound(null);
    onAdded();
  };
  const known = found?.existingItem;
  return (
    <section {...kept}>
      <VisuallyHidden as="h3" ref={heading} tabIndex={-1}>
        {t('curation.add.title')}
      </VisuallyHidden>
      {gapName ? <Notice>{t('curation.add.forGap', { text: gapName })}</Notice> : null}
      <AddressBar as="form" ref={form} onSubmit={(event: FormEvent) => void read(event)}>
        <Field
          label={<VisuallyHidden>{t('curation.fields.sourceUrl')}</VisuallyHidden>}
          error={fieldErrors.address}
        >
          {(control) => (
            <TextInput
              {...control}
              inputMode="url"
              autoComplete="off"
              placeholder={t('curation.add.placeholder')}
              value={address}
              onChange={(event) => {
                setAddress(event.target.value);
                clearErrors('address');
              }}
            />
          )}
        </Field>
        <Button type="submit" size="small" busy={looking.loading} disabled={address.trim() === ''}>
          {t('curation.add.read')}
        </Button>
      </AddressBar>
      {failure ? <FieldError role="alert">{failure}</FieldError> : null}
      {known ? (
        <Notice tone="warning" title={t('curation.add.known')}>
          <Link to={servicePath(known.id)}>
            {chooseText(known.titleRu, known.titleEn, language).text}
          </Link>
        </Notice>
      ) : null}
      {found && !known ? (
        <NewService
          found={found}
          proposalId={params.get('proposal')}
          gapId={params.get('gap')}
          onAdded={added}
        />
      ) : null}
    </section>
  );
}
