/** Dialog that adds a word, a synonym or a concept to the search, or edits a concept. */
import { useState, type RefObject } from 'react';
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
  type SearchVocabularyQuery,
} from './generated.ts';
import { ConceptPicker } from './ConceptPicker.tsx';
import type { Language } from '../../i18n/languages.ts';

const entryKinds = ['word', 'synonym', 'concept'] as const;
type EntryKind = (typeof entryKinds)[number];
const fields = ['word', 'synonym', 'nameRu', 'nameEn', 'wordsRu', 'wordsEn'] as const;

export interface VocabularyDialogProps {
  text: string;
  language: Language;
  /** The concept to edit; undefined for a new entry. */
  concept?: SearchVocabularyQuery['customConcepts'][number];
  /** The catalogue gap that the entry is for. */
  gapId?: string;
  returnFocus?: RefObject<HTMLElement | null>;
  /** Refetches the vocabulary. */
  onTaught: () => Promise<unknown>;
  onClose: () => void;
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

export function VocabularyDialog(props: VocabularyDialogProps) {
  const { text, language, concept, gapId = null, returnFocus, onTaught, onClose } = props;
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
  const [lesson, setLesson] = useState<EntryKind>(concept ? 'concept' : 'word');
  const [texts, setTexts] = useState(first);
  const [conceptId, setConceptId] = useState(firstConcept);
  const [busy, setBusy] = useState(false);
  const { wrong, failure, refuse, retyped, forget } = useFormErrors(fields);

  /** Saves the entry; returns a function that undoes it. */
  const teach = async (): Promise<(() => Promise<unknown>) | undefined> => {
    const { word, synonym, nameRu, nameEn, wordsRu, wordsEn } = texts;
    if (lesson === 'synonym') {
      const variables = { word: word.trim(), synonym: synonym.trim(), gapId };
      const { data } = await client.mutate({ mutation: AddSynonymDocument, variables });
      const id = data?.addSynonym.id;
      return id
        ? () => client.mutate({ mutation: RemoveSynonymDocument, variables: { id } })
        : undefined;
    }
    if (lesson === 'word') {
      const variables = { word: word.trim(), conceptId: conceptId ?? '', gapId };
      const { data } = await client.mutate({ mutation: AddCustomSynonymDocument, variables });
      const id = data?.addCustomSynonym.id;
      return id
        ? () => client.mutate({ mutation: RemoveCustomSynonymDocument, variables: { id } })
        : undefined;
    }
    const facts = {
      nameRu: nameRu.trim(),
      nameEn: nameEn.trim(),
      wordsRu: linesOf(wordsRu),
      wordsEn: linesOf(wordsEn),
      broaderId: conceptId,
    };
    if (concept) {
      const { broader, __typename: _name, ...before } = concept;
      const change = (variables: typeof facts) =>
        client.mutate({
          mutation: UpdateCustomConceptDocument,
          variables: { ...variables, id: concept.id },
        });
      await change(facts);
      return () => change({ ...before, broaderId: broader?.id ?? null });
    }
    const { data } = await client.mutate({
      mutation: AddCustomConceptDocument,
      variables: { ...facts, gapId },
    });
    const id = data?.addCustomConcept.id;
    return id
      ? () => client.mutate({ mutation: RemoveCustomConceptDocument, variables: { id } })
      : undefined;
  };
  const send = async () => {
    forget();
    setBusy(true);
    try {
      const takeBack = await teach();
      await onTaught();
      const undo = async () => {
        notify.dismiss('vocabulary');
        try {
          await takeBack?.();
          await onTaught();
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
      refuse(raised, {
        listed: { wordsRu: linesOf(texts.wordsRu), wordsEn: linesOf(texts.wordsEn) },
      });
      setBusy(false);
    }
  };
  const field = (name: keyof typeof texts, lang?: Language) => (
    <Field
      label={t(`admin.catalogueGaps.${name}`)}
      hint={name.startsWith('words') ? t('admin.catalogueGaps.wordsHint') : undefined}
      error={wrong[name]}
      required={!name.startsWith('words')}
    >
      {(control) => {
        const input = {
          ...control,
          lang,
          value: texts[name],
          onChange: (event: { target: { value: string } }) => {
            setTexts({ ...texts, [name]: event.target.value });
            retyped(name);
          },
        };
        return name.startsWith('words') ? <TextArea {...input} /> : <TextInput {...input} />;
      }}
    </Field>
  );
  const needed =
    lesson === 'synonym'
      ? [texts.word, texts.synonym]
      : lesson === 'word'
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
          value={lesson}
          onChange={(chosen) => {
            setLesson(chosen);
            setConceptId(null);
          }}
          options={entryKinds.map((value) => ({
            value,
            label: t(`admin.catalogueGaps.entryKinds.${value}`),
          }))}
        />
      )}
      {lesson === 'concept' ? (
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
          {lesson === 'synonym' ? (
            field('synonym')
          ) : (
            <ConceptPicker value={conceptId} onChange={setConceptId} />
          )}
        </>
      )}
    </FormDialog>
  );
}
