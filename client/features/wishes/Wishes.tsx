/** What people searched in vain, and the words that the search takes for the same. */
import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { RemovableChip } from '../../design/Chip.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { Field } from '../../design/Field.tsx';
import { notify } from '../../design/notify.ts';
import { QueryResult } from '../../design/QueryResult.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import { TextInput } from '../../design/TextInput.tsx';
import { useRowFocus } from '../../design/useRowFocus.ts';
import {
  useAddSynonymMutation,
  useForgetConceptMutation,
  useForgetWordMutation,
  useRemoveSynonymMutation,
  useWishesQuery,
  type WishesQuery,
} from '../../generated.ts';
import { formatDate, formatNumber } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { TeachDialog, type Lesson } from './TeachDialog.tsx';
import { Columns } from './wishesLook.ts';

const lessons: readonly Lesson[] = ['synonym', 'word', 'concept'];

export function Wishes() {
  const { t } = useTranslation(['dashboard', 'common']);
  const { language } = useLanguage();
  const { data, error, refetch } = useWishesQuery({ fetchPolicy: 'cache-and-network' });
  const [add, adding] = useAddSynonymMutation();
  const [remove] = useRemoveSynonymMutation();
  const [forgetWord] = useForgetWordMutation();
  const [forgetConcept] = useForgetConceptMutation();
  const [teaching, setTeaching] = useState<{
    lesson: Lesson;
    text: string;
    language: 'ru' | 'en';
    concept?: WishesQuery['ownConcepts'][number];
  } | null>(null);
  const [word, setWord] = useState('');
  const [synonym, setSynonym] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const focus = useRowFocus<HTMLDivElement>(() => field.current);
  const conceptFocus = useRowFocus<HTMLUListElement>(() => field.current);
  const lessonFocus = useRowFocus<HTMLDivElement>(() => field.current);
  const nameOf = (concept: { nameRu: string; nameEn: string }) =>
    language === 'ru' ? concept.nameRu : concept.nameEn;
  const isComplete = word.trim() !== '' && synonym.trim() !== '';

  const change = async (call: () => Promise<unknown>): Promise<boolean> => {
    try {
      await call();
      await refetch();
      return true;
    } catch (failure) {
      const description = failureText(failure);
      notify.error(t('admin.wishes.failed'), { description });
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
        <h3>{t('admin.wishes.title')}</h3>
        <p>{t('admin.wishes.hint')}</p>
        <QueryResult
          found={data?.zeroResultSearches}
          error={error}
          failure={t('admin.loadFailed')}
          empty={<EmptyState level={3} title={t('admin.wishes.empty')} />}
        />
        <RecordList>
          {data?.zeroResultSearches.map((wish) => (
            <li key={`${wish.day} ${wish.language} ${wish.text}`}>
              <div data-part="head">
                <strong lang={wish.language}>{wish.text}</strong>
                <span>×{formatNumber(wish.count, language)}</span>
              </div>
              <small>{formatDate(wish.day, language)}</small>
              <Bar>
                {lessons.map((lesson) => (
                  <Button
                    key={lesson}
                    aria-label={t(`admin.wishes.lessonsOf.${lesson}`, { text: wish.text })}
                    onClick={() =>
                      setTeaching({ lesson, text: wish.text, language: wish.language })
                    }
                  >
                    {t(`admin.wishes.lessons.${lesson}`)}
                  </Button>
                ))}
              </Bar>
            </li>
          ))}
        </RecordList>
      </section>
      <section>
        <h3>{t('admin.wishes.synonyms')}</h3>
        <p>{t('admin.wishes.synonymsHint')}</p>
        <Bar as="form" onSubmit={(event: FormEvent) => void send(event)}>
          <Field label={t('admin.wishes.word')}>
            {(control) => (
              <TextInput
                {...control}
                ref={field}
                value={word}
                onChange={(event) => setWord(event.target.value)}
              />
            )}
          </Field>
          <Field label={t('admin.wishes.synonym')}>
            {(control) => (
              <TextInput
                {...control}
                value={synonym}
                onChange={(event) => setSynonym(event.target.value)}
              />
            )}
          </Field>
          <Button type="submit" disabled={!isComplete} busy={adding.loading}>
            {t('admin.wishes.add')}
          </Button>
        </Bar>
        {data?.synonyms.length === 0 && !error ? <p>{t('admin.wishes.none')}</p> : null}
        <Bar {...focus.rows}>
          {data?.synonyms.map((pair) => (
            <RemovableChip
              key={pair.id}
              removeLabel={t('admin.wishes.remove', { word: pair.word, synonym: pair.synonym })}
              onRemove={() => void change(() => remove({ variables: { id: pair.id } }))}
            >
              {pair.word} — {pair.synonym}
            </RemovableChip>
          ))}
        </Bar>
        <h3>{t('admin.wishes.concepts')}</h3>
        <p>{t('admin.wishes.conceptsHint')}</p>
        <Bar {...lessonFocus.rows}>
          {data?.taughtWords.map(({ id, word: said, concept }) => (
            <RemovableChip
              key={`word ${id}`}
              removeLabel={t('admin.wishes.forgetWord', { word: said })}
              onRemove={() => void change(() => forgetWord({ variables: { id } }))}
            >
              {said} → {concept ? nameOf(concept) : '—'}
            </RemovableChip>
          ))}
        </Bar>
        <RecordList {...conceptFocus.rows}>
          {data?.ownConcepts.map((concept) => (
            <li key={concept.id}>
              <div data-part="head">
                <strong>{nameOf(concept)}</strong>
                {concept.broader ? <span>⊂ {nameOf(concept.broader)}</span> : null}
              </div>
              <small>{[...concept.wordsRu, ...concept.wordsEn].join(', ')}</small>
              <Bar>
                <Button
                  aria-label={t('admin.wishes.changeConcept', { name: nameOf(concept) })}
                  onClick={() => setTeaching({ lesson: 'concept', text: '', language, concept })}
                >
                  {t('admin.wishes.change')}
                </Button>
                <Button
                  aria-label={t('admin.wishes.forgetConcept', { name: nameOf(concept) })}
                  onClick={() =>
                    void change(() => forgetConcept({ variables: { id: concept.id } }))
                  }
                >
                  {t('admin.wishes.removeConcept')}
                </Button>
              </Bar>
            </li>
          ))}
        </RecordList>
      </section>
      {teaching ? (
        <TeachDialog {...teaching} onTaught={refetch} onClose={() => setTeaching(null)} />
      ) : null}
    </Columns>
  );
}
