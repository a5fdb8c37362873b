/** Dialog that adds a word, a synonym or a concept to the search, or edits a concept. */
import { useState, useDeferredValue, type RefObject } from 'react';
import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { useFormErrors } from '../../browser/useFormErrors.ts';
import { Field } from '../../design/Field.tsx';
import { FormDialog } from '../../design/FormDialog.tsx';
import { SegmentedControl } from '../../design/SegmentedControl.tsx';
import { notify } from '../../design/notify.ts';
import { TextArea, TextInput } from '../../design/TextInput.tsx';
import {
  AddSynonymDocument,
  UpdateCustomConceptDocument,
  RemoveCustomConceptDocument,
  RemoveCustomSynonymDocument,
  RemoveSynonymDocument,
  AddCustomConceptDocument,
  AddCustomSynonymDocument,
  useFindConceptsQuery,
  type SearchVocabularyQuery,
} from './generated.ts';
import type { Language } from '../../i18n/languages.ts';
import { Select } from '../../design/Select.tsx';
import { useLanguage } from '../../i18n/useLanguage.ts';

interface ChosenConcept {
  id: string;
  nameRu: string;
  nameEn: string;
}

interface ConceptPickerProps {
  value: string | null;
  /** Initial choice; it stays in the list for every search. */
  chosen?: ChosenConcept | null;
  onChange: (id: string | null) => void;
  /** Whether the choice may stay empty. */
  optional?: boolean;
}

/** Picker of a search concept. */
function ConceptPicker(props: ConceptPickerProps) {
  const { value, chosen = null, onChange, optional = false } = props;
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const { data, previousData } = useFindConceptsQuery({ variables: { search }, skip: !search });
  const answers = search ? ((data ?? previousData)?.findConcepts ?? []) : [];
  const found =
    chosen && !answers.some(({ id }) => id === chosen.id) ? [chosen, ...answers] : answers;
  const none = () => {
    if (optional) return t('admin.catalogueGaps.noConcept');
    return t(
      found.length > 0 ? 'admin.catalogueGaps.chooseConcept' : 'admin.catalogueGaps.findFirst',
    );
  };
  return (
    <>
      <Field
        label={t(optional ? 'admin.catalogueGaps.findBroader' : 'admin.catalogueGaps.findConcept')}
        hint={
          data && search && answers.length === 0 ? t('admin.catalogueGaps.notFound') : undefined
        }
      >
        {(control) => (
          <TextInput
            {...control}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              onChange(chosen?.id ?? null);
            }}
          />
        )}
      </Field>
      <Field
        label={t(optional ? 'admin.catalogueGaps.broader' : 'admin.catalogueGaps.concept')}
        required={!optional}
      >
        {(control) => (
          <Select
            {...control}
            wide
            value={value ?? ''}
            options={[
              { value: '', label: none() },
              ...found.map(({ id, nameRu, nameEn }) => ({
                value: id,
                label: language === 'ru' ? `${nameRu} · ${nameEn}` : `${nameEn} · ${nameRu}`,
              })),
            ]}
            onChange={(id) => onChange(id || null)}
          />
        )}
      </Field>
    </>
  );
}

const entryKinds = ['word', 'synonym', 'concept'] as const;
type EntryKind = (typeof entryKinds)[number];
const fields = ['word', 'synonym', 'nameRu', 'nameEn', 'wordsRu', 'wordsEn'] as const;

interface VocabularyDialogProps {
  text: string;
  language: Language;
  /** The concept to edit; undefined for a new entry. */
  concept?: EditedConcept;
  /** The catalogue gap that the entry is for. */
  gapId?: string;
  returnFocus?: RefObject<HTMLElement | null>;
  /** Refetches the vocabulary. */
  onSaved: () => Promise<unknown>;
  onClose: () => void;
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

type Texts = Record<(typeof fields)[number], string>;
type EditedConcept = SearchVocabularyQuery['customConcepts'][number];
interface VocabularyEntry {
  kind: EntryKind;
  texts: Texts;
  /** Concept of a word, or broader concept of a concept. */
  conceptId: string | null;
  /** The concept to change; undefined for a new entry. */
  concept: EditedConcept | undefined;
  gapId: string | null;
}
type Undo = () => Promise<unknown>;

async function saveSynonym(client: ApolloClient, { texts, gapId }: VocabularyEntry) {
  const variables = { word: texts.word.trim(), synonym: texts.synonym.trim(), gapId };
  const { data } = await client.mutate({ mutation: AddSynonymDocument, variables });
  const id = data?.addSynonym.id;
  return id && (() => client.mutate({ mutation: RemoveSynonymDocument, variables: { id } }));
}

async function saveWord(client: ApolloClient, { texts, conceptId, gapId }: VocabularyEntry) {
  const variables = { word: texts.word.trim(), conceptId: conceptId ?? '', gapId };
  const { data } = await client.mutate({ mutation: AddCustomSynonymDocument, variables });
  const id = data?.addCustomSynonym.id;
  return id && (() => client.mutate({ mutation: RemoveCustomSynonymDocument, variables: { id } }));
}

async function saveConcept(client: ApolloClient, entry: VocabularyEntry) {
  const { texts, conceptId, concept, gapId } = entry;
  const values = {
    nameRu: texts.nameRu.trim(),
    nameEn: texts.nameEn.trim(),
    wordsRu: linesOf(texts.wordsRu),
    wordsEn: linesOf(texts.wordsEn),
    broaderId: conceptId,
  };
  if (concept) {
    const { broader, __typename: _name, ...before } = concept;
    const update = (changed: typeof values) =>
      client.mutate({
        mutation: UpdateCustomConceptDocument,
        variables: { ...changed, id: concept.id },
      });
    await update(values);
    return () => update({ ...before, broaderId: broader?.id ?? null });
  }
  const { data } = await client.mutate({
    mutation: AddCustomConceptDocument,
    variables: { ...values, gapId },
  });
  const id = data?.addCustomConcept.id;
  return id && (() => client.mutate({ mutation: RemoveCustomConceptDocument, variables: { id } }));
}

/** Saves the entry; returns a function that undoes it. */
async function saveEntry(client: ApolloClient, entry: VocabularyEntry): Promise<Undo | undefined> {
  const save = { synonym: saveSynonym, word: saveWord, concept: saveConcept }[entry.kind];
  return (await save(client, entry)) || undefined;
}

export function VocabularyDialog(props: VocabularyDialogProps) {
  const { text, language, concept, gapId = null, returnFocus, onSaved, onClose } = props;
  const { t } = useTranslation(['dashboard', 'common']);
  const client = useApolloClient();
  const first = {
    word: text,
    synonym: '',
    nameRu: concept?.nameRu ?? (language === 'ru' ? text : ''),
    nameEn: concept?.nameEn ?? (language === 'en' ? text : ''),
    wordsRu: concept?.wordsRu.join('\n') ?? '',
    wordsEn: concept?.wordsEn.join('\n') ?? '',
  };
  const firstConcept = concept?.broader?.id ?? null;
  const [kind, setKind] = useState<EntryKind>(concept ? 'concept' : 'word');
  const [texts, setTexts] = useState(first);
  const [conceptId, setConceptId] = useState(firstConcept);
  const [busy, setBusy] = useState(false);
  const { fieldErrors, failure, showErrors, clearErrors, resetErrors } = useFormErrors(fields);

  const send = async () => {
    resetErrors();
    setBusy(true);
    try {
      const undoEntry = await saveEntry(client, { kind, texts, conceptId, concept, gapId });
      await onSaved();
      const undo = async () => {
        notify.dismiss('vocabulary');
        try {
          await undoEntry?.();
          await onSaved();
        } catch (raised) {
          notify.error(t('admin.catalogueGaps.failed'), {
            id: 'vocabulary',
            description: failureText(raised),
          });
        }
      };
      notify.success(
        t(concept ? 'admin.catalogueGaps.changed' : 'admin.catalogueGaps.entryAdded'),
        {
          duration: 'long',
          action: { label: t('common:actions.undo'), run: () => void undo() },
        },
      );
      onClose();
    } catch (raised) {
      showErrors(raised, {
        listed: { wordsRu: linesOf(texts.wordsRu), wordsEn: linesOf(texts.wordsEn) },
      });
      setBusy(false);
    }
  };
  const field = (name: keyof typeof texts, lang?: Language) => (
    <Field
      label={t(`admin.catalogueGaps.${name}`)}
      hint={name.startsWith('words') ? t('admin.catalogueGaps.wordsHint') : undefined}
      error={fieldErrors[name]}
      required={!name.startsWith('words')}
    >
      {(control) => {
        const input = {
          ...control,
          lang,
          value: texts[name],
          onChange: (event: { target: { value: string } }) => {
            setTexts({ ...texts, [name]: event.target.value });
            clearErrors(name);
          },
        };
        return name.startsWith('words') ? <TextArea {...input} /> : <TextInput {...input} />;
      }}
    </Field>
  );
  const needed =
    kind === 'synonym'
      ? [texts.word, texts.synonym]
      : kind === 'word'
        ? [texts.word, conceptId ?? '']
        : [texts.nameRu, texts.nameEn];
  const dirty =
    conceptId !== firstConcept ||
    Object.entries(first).some(([name, was]) => texts[name as keyof typeof texts] !== was);
  return (
    <FormDialog
      title={
        concept
          ? t('admin.catalogueGaps.changeTitle')
          : t('admin.catalogueGaps.actOf', {
              act: t('admin.catalogueGaps.acts.vocabulary'),
              name: text,
            })
      }
      dirty={dirty}
      missing={needed.every((one) => one.trim() !== '') ? null : t('admin.catalogueGaps.fillFirst')}
      invalid={false}
      busy={busy}
      sendLabel={t(concept ? 'admin.catalogueGaps.save' : 'admin.catalogueGaps.addEntry')}
      failure={failure}
      {...(returnFocus ? { returnFocus } : {})}
      onSend={send}
      onClose={onClose}
    >
      {concept ? null : (
        <SegmentedControl<EntryKind>
          label={t('admin.catalogueGaps.how')}
          value={kind}
          onChange={(chosen) => {
            setKind(chosen);
            setConceptId(null);
          }}
          options={entryKinds.map((value) => ({
            value,
            label: t(`admin.catalogueGaps.entryKinds.${value}`),
          }))}
        />
      )}
      {kind === 'concept' ? (
        <>
          {field('nameRu', 'ru')}
          {field('nameEn', 'en')}
          {field('wordsRu', 'ru')}
          {field('wordsEn', 'en')}
          <ConceptPicker
            value={conceptId}
            chosen={concept?.broader ?? null}
            onChange={setConceptId}
            optional
          />
        </>
      ) : (
        <>
          {field('word')}
          {kind === 'synonym' ? (
            field('synonym')
          ) : (
            <ConceptPicker value={conceptId} onChange={setConceptId} />
          )}
        </>
      )}
    </FormDialog>
  );
}
