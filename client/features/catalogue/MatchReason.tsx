/** Reason why a card is among the results: a use case, a task, concepts, tags or its meaning. */
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { HighlightedText } from '../../design/HighlightedText.tsx';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import { searchLanguage } from '../../i18n/formats.ts';
import { formatTagName, type Reasons } from '../../items/itemText.ts';

/** Words with a dot between them for the eye, and a comma for the ear. */
function Words({ words }: { words: readonly string[] }) {
  return words.map((word, index) => (
    <Fragment key={index}>
      {index > 0 ? (
        <>
          <span aria-hidden="true"> · </span>
          <VisuallyHidden>, </VisuallyHidden>
        </>
      ) : null}
      <mark lang={searchLanguage(word)}>{word}</mark>
    </Fragment>
  ));
}

/** A task that answers to several words of the search says more than the words that it is about. */
const tellingMarks = 2;

export function MatchReason({ reasons }: { reasons: Reasons }) {
  const { concepts, task, useCase, tags, isSimilarInMeaning } = reasons;
  const { t } = useTranslation('dashboard');
  const line = (label: string, words: ReactNode) => (
    <p data-part="found-by">
      {label} {words}
    </p>
  );
  // The server names a case only where nothing else of the service says it.
  if (useCase) {
    const { text, ranges, author } = useCase;
    return (
      <p data-part="found-by">
        {author ? t('matchReason.useCaseOf', { name: author.name }) : t('matchReason.useCase')}{' '}
        <q lang={searchLanguage(text)}>
          <HighlightedText text={text} ranges={ranges} />
        </q>
      </p>
    );
  }
  if (task && (task.ranges.length >= tellingMarks || concepts.length === 0)) {
    const words = (
      <span lang={searchLanguage(task.text)}>
        <HighlightedText text={task.text} ranges={task.ranges} />
      </span>
    );
    return line(t('matchReason.words'), words);
  }
  if (concepts.length > 0) return line(t('matchReason.words'), <Words words={concepts} />);
  if (isSimilarInMeaning) return <p data-part="found-by">{t('matchReason.similarInMeaning')}</p>;
  if (tags.length === 0) return null;
  return line(t('matchReason.tags'), <Words words={tags.map((tag) => formatTagName(null, tag))} />);
}
