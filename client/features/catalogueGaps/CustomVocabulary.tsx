/** Custom synonyms, words and concepts of the search. */
import { useRef, useState, type FormEvent } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { failureText } from '../../browser/graphqlFailure.ts';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { RemovableChip } from '../../design/Chip.tsx';
import { LimitedTextInput } from '../../design/Field.tsx';
import { notify } from '../../design/notify.ts';
import { QueryResult } from '../../design/QueryResult.tsx';
import { useRowFocus } from '../../design/focusRestore.ts';
import {
  useAddSynonymMutation,
  useRemoveCustomConceptMutation,
  useRemoveCustomSynonymMutation,
  useRemoveSynonymMutation,
  useSearchVocabularyQuery,
  type SearchVocabularyQuery,
} from './generated.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import * as limits from '../../limits/generated.ts';
import { RecordList } from '../../design/RecordList.tsx';
import { color, from, space, type } from '../../design/theme.ts';
import { VocabularyDialog } from './VocabularyDialog.tsx';

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[6]};
  align-items: start;

  ${from.lg} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  section {
    display: flex;
    flex-direction: column;
    gap: ${space[3]};
  }
  section > p {
    color: ${color.textMuted};
    ${type.sm}
  }
`;

/** Name and words of a concept, and its actions. */
const ConceptList = styled(RecordList)`
  --columns: minmax(0, 1fr) minmax(0, 1.2fr) auto;

  strong small {
    display: inline;
    font-weight: 400;
  }
  & > li > span {
    color: ${color.textMuted};
    ${type.xs}
  }
`;

export function CustomVocabulary() {
  const { t } = useTranslation(['dashboard', 'common']);
  const { language } = useLanguage();
  const client = useApolloClient();
  const { data, error, refetch } = useSearchVocabularyQuery({ fetchPolicy: 'cache-and-network' });
  const [add, adding] = useAddSynonymMutation();
  const [remove] = useRemoveSynonymMutation();
  const [removeCustomSynonym] = useRemoveCustomSynonymMutation();
  const [removeCustomConcept] = useRemoveCustomConceptMutation();
  const [changed, setChanged] = useState<SearchVocabularyQuery['customConcepts'][number] | null>(
    null,
  );
  const [word, setWord] = useState('');
  const [synonym, setSynonym] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const focus = useRowFocus<HTMLDivElement>(() => field.current);
  const conceptFocus = useRowFocus<HTMLUListElement>(() => field.current);
  const lessonFocus = useRowFocus<HTMLDivElement>(() => field.current);
  const nameOf = (concept: { nameRu: string; nameEn: string }) =>
    language === 'ru' ? concept.nameRu : concept.nameEn;
  const isComplete = [word, synonym].every(
    (text) => text.trim() !== '' && text.length <= limits.synonym,
  );

  const change = async (call: () => Promise<unknown>): Promise<boolean> => {
    notify.dismiss('custom-vocabulary');
    try {
      await call();
      // Removed entries reopen their gaps.
      await client.refetchQueries({ include: 'active' });
      return true;
    } catch (failure) {
      const description = failureText(failure);
      notify.error(t('admin.catalogueGaps.failed'), { id: 'custom-vocabulary', description });
      return false;
    }
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete || adding.loading) return;
    const variables = { word: word.trim(), synonym: synonym.trim() };
    if (!(await change(() => add({ variables })))) return;
    setWord('');
    setSynonym('');
  };
  return (
    <Columns>
      <section>
        <h3>{t('admin.catalogueGaps.synonyms')}</h3>
        <p>{t('admin.catalogueGaps.synonymsHint')}</p>
        <Bar as="form" onSubmit={(event: FormEvent) => void send(event)}>
          <LimitedTextInput
            label={t('admin.catalogueGaps.word')}
            limit={limits.synonym}
            ref={field}
            text={word}
            onChange={setWord}
          />
          <LimitedTextInput
            label={t('admin.catalogueGaps.synonym')}
            limit={limits.synonym}
            text={synonym}
            onChange={setSynonym}
          />
          <Button type="submit" disabled={!isComplete} busy={adding.loading}>
            {t('admin.catalogueGaps.add')}
          </Button>
        </Bar>
        <QueryResult
          found={data?.synonyms}
          error={error}
          failure={t('admin.loadFailed')}
          empty={<p>{t('admin.catalogueGaps.none')}</p>}
        />
        <Bar {...focus.rows}>
          {data?.synonyms.map((pair) => (
            <RemovableChip
              key={pair.id}
              removeLabel={t('admin.catalogueGaps.remove', {
                word: pair.word,
                synonym: pair.synonym,
              })}
              onRemove={() => void change(() => remove({ variables: { id: pair.id } }))}
            >
              {pair.word} — {pair.synonym}
            </RemovableChip>
          ))}
        </Bar>
      </section>
      <section>
        <h3>{t('admin.catalogueGaps.concepts')}</h3>
        <p>{t('admin.catalogueGaps.conceptsHint')}</p>
        {data && data.customSynonyms.length + data.customConcepts.length === 0 ? (
          <p>{t('admin.catalogueGaps.conceptsNone')}</p>
        ) : null}
        <Bar {...lessonFocus.rows}>
          {data?.customSynonyms.map(({ id, word: said, concept }) => (
            <RemovableChip
              key={`word ${id}`}
              removeLabel={t('admin.catalogueGaps.removeCustomSynonym', { word: said })}
              onRemove={() => void change(() => removeCustomSynonym({ variables: { id } }))}
            >
              {said} → {concept ? nameOf(concept) : '—'}
            </RemovableChip>
          ))}
        </Bar>
        <ConceptList data-columns="" {...conceptFocus.rows}>
          {data?.customConcepts.map((concept) => (
            <li key={concept.id}>
              <strong>
                {nameOf(concept)}
                {concept.broader ? <small> ⊂ {nameOf(concept.broader)}</small> : null}
              </strong>
              <span>{[...concept.wordsRu, ...concept.wordsEn].join(', ')}</span>
              <Bar>
                <Button
                  aria-label={t('admin.catalogueGaps.updateCustomConcept', {
                    name: nameOf(concept),
                  })}
                  onClick={() => setChanged(concept)}
                >
                  {t('admin.catalogueGaps.change')}
                </Button>
                <Button
                  aria-label={t('admin.catalogueGaps.removeCustomConcept', {
                    name: nameOf(concept),
                  })}
                  onClick={() =>
                    void change(() => removeCustomConcept({ variables: { id: concept.id } }))
                  }
                >
                  {t('admin.catalogueGaps.removeConcept')}
                </Button>
              </Bar>
            </li>
          ))}
        </ConceptList>
      </section>
      {changed ? (
        <VocabularyDialog
          text=""
          language={language}
          concept={changed}
          onSaved={refetch}
          onClose={() => setChanged(null)}
        />
      ) : null}
    </Columns>
  );
}
