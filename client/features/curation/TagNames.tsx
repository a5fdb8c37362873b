/** Form that names all tags without a name in one language, with proposals. */
import { useRef, useState, useId, type KeyboardEvent } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { clientSettings } from '../../browser/environment.ts';
import { failureText, fieldErrorTexts } from '../../browser/graphqlFailure.ts';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { Notice } from '../../design/Notice.tsx';
import { notify } from '../../design/notify.ts';
import { Sections } from '../../design/Sections.ts';
import {
  UndoTagChangeDocument,
  useSuggestTagNamesMutation,
  useNameTagsMutation,
  useUnnamedTagsQuery,
} from './generated.ts';
import * as limits from '../../limits/generated.ts';
import { color, from, radius, space, type } from '../../design/theme.ts';
import { TextInput } from '../../design/TextInput.tsx';
import {
  draftsAfter,
  incompleteRows,
  noDraft,
  readyRow,
  rowsToShow,
  shownIn,
  sides,
  type Draft,
  type Drafts,
  type Side,
  type UnnamedRow,
} from './tagNameRows.ts';

const NameRows = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[3]};

  [data-part='heads'] {
    display: none;
  }
  li {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: ${space[2]} ${space[4]};
    padding: ${space[3]};
    border: 1px solid ${color.border};
    border-radius: ${radius.md};
    background: ${color.surface};
  }
  ul {
    display: flex;
    flex-direction: column;
    gap: ${space[2]};
  }
  strong {
    overflow-wrap: anywhere;
    font-weight: 600;
  }
  small {
    display: block;
    color: ${color.textMuted};
    ${type.xs}
  }
  label {
    ${type.xs}
    font-weight: 600;
  }
  [data-part='told'] {
    color: ${color.danger};
    ${type.sm}
    font-weight: 600;
    overflow-wrap: anywhere;
  }

  ${from.md} {
    gap: ${space[1]};

    [data-part='heads'],
    li {
      display: grid;
      grid-template-columns: minmax(0, 2fr) minmax(0, 3fr) minmax(0, 3fr);
      gap: ${space[1]} ${space[3]};
      align-items: start;
      padding: ${space[1]} ${space[3]};
    }
    [data-part='heads'] {
      color: ${color.textMuted};
      ${type.xs}
      font-weight: 600;
    }
    ul {
      gap: ${space[1]};
    }
    /* The column heads are visible instead; the label is for screen readers. */
    label {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
      white-space: nowrap;
    }
    li > div {
      position: relative;
    }
    [data-part='told'] {
      grid-column: 1 / -1;
    }
  }
`;

interface TagNameRowProps {
  row: UnnamedRow;
  draft: Draft;
  onType: (side: Side, text: string) => void;
  onKey: (event: KeyboardEvent, side: Side) => void;
}

const languageOf = { Ru: 'ru', En: 'en' } as const;

/** Row of one tag in the form of tag names. */
function TagNameRow({ row, draft, onType, onKey }: TagNameRowProps) {
  const { t } = useTranslation('setup');
  const id = useId();
  const { tag } = row;
  const { meanwhile, refused } = draft;
  const toldWords = () => {
    if (refused) return refused;
    if (!meanwhile) return null;
    if (meanwhile.outcome === 'gone' || !meanwhile.tag) return t('tagNames.gone');
    const { nameRu, nameEn } = meanwhile.tag;
    return t('tagNames.meanwhile', { nameRu, nameEn });
  };
  const told = toldWords();
  return (
    <li>
      <div>
        <strong>#{tag.originalName}</strong>
        <small>{t('tagNames.services', { count: tag.count })}</small>
      </div>
      {sides.map((side) => {
        const { text, source } = shownIn(row, draft, side);
        const described = [source ? `${id}-${side}` : '', told ? `${id}-told` : '']
          .join(' ')
          .trim();
        return (
          <div key={side}>
            <label htmlFor={`${id}-field-${side}`}>
              {t(`tagNames.name${side}Of`, { tag: tag.originalName })}
            </label>
            <TextInput
              id={`${id}-field-${side}`}
              data-side={side}
              lang={languageOf[side]}
              value={text}
              maxLength={limits.tagName}
              autoComplete="off"
              enterKeyHint="next"
              aria-describedby={described || undefined}
              aria-invalid={told ? true : undefined}
              onChange={(event) => onType(side, event.target.value)}
              onKeyDown={(event) => onKey(event, side)}
            />
            {source ? <small id={`${id}-${side}`}>{t(`tagNames.sources.${source}`)}</small> : null}
          </div>
        );
      })}
      {told ? (
        <p id={`${id}-told`} data-part="told" role="alert">
          {told}
        </p>
      ) : null}
    </li>
  );
}

interface Props {
  /** Called after tags were renamed. */
  onNamed: () => void;
}

const present = <Value,>(value: Value | null): value is Value => value !== null;

export function TagNames({ onNamed }: Props) {
  const { t } = useTranslation(['setup', 'common']);
  const client = useApolloClient();
  const { data, refetch } = useUnnamedTagsQuery({ fetchPolicy: 'network-only' });
  const [drafts, setDrafts] = useState<Drafts>({});
  const [told, setTold] = useState<readonly UnnamedRow[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const [name, naming] = useNameTagsMutation();
  const [ask, asking] = useSuggestTagNamesMutation();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);

  const answered = data?.unnamedTags.rows ?? [];
  const rows = rowsToShow(answered, told, drafts);
  const total = data?.unnamedTags.total ?? 0;
  const ready = rows
    .map((row) => readyRow(row, drafts[row.tag.id]))
    .filter(present)
    .slice(0, limits.tagsNamed);
  const unknown = incompleteRows(rows, drafts);

  const change = (id: string, changes: (draft: Draft) => Draft) =>
    setDrafts((all) => ({ ...all, [id]: changes(all[id] ?? noDraft) }));
  const type = (id: string, side: Side, text: string) =>
    change(id, ({ refused: _refused, ...draft }) => ({
      ...draft,
      typed: { ...draft.typed, [side]: text },
    }));

  const undo = async (changeId: string) => {
    try {
      await client.mutate({ mutation: UndoTagChangeDocument, variables: { changeId } });
      notify.success(t('tagNames.undone'), { id: `tag-${changeId}` });
    } catch (problem) {
      notify.error(t('tagNames.undoFailed'), {
        id: `tag-${changeId}`,
        description: failureText(problem),
      });
    }
    await refetch();
    onNamed();
  };
  const save = async () => {
    if (ready.length === 0 || naming.loading) return;
    setFailure(null);
    try {
      const { data: done } = await name({ variables: { rows: ready } });
      const outcomes = done?.nameTags.rows ?? [];
      setTold(rows);
      setDrafts((all) => draftsAfter(all, outcomes));
      await refetch();
      const changeId = done?.nameTags.changeId;
      const count = outcomes.filter(({ outcome }) => outcome === 'named').length;
      heading.current?.focus();
      if (!changeId) return;
      notify.success(t('tagNames.named', { count }), {
        duration: 'long',
        id: `tag-${changeId}`,
        action: { label: t('common:actions.undo'), run: () => void undo(changeId) },
      });
      onNamed();
    } catch (problem) {
      for (const [path, words] of fieldErrorTexts(problem)) {
        const id = ready[Number(/\d+/.exec(path)?.[0])]?.id;
        if (id) change(id, (draft) => ({ ...draft, refused: words }));
      }
      setFailure(failureText(problem));
    }
  };
  const askModel = async () => {
    setFailure(null);
    try {
      const ids = unknown.slice(0, limits.suggestedTagNames).map(({ tag }) => tag.id);
      const { data: said } = await ask({ variables: { ids } });
      for (const { id, proposedRu, proposedEn } of said?.suggestTagNames ?? [])
        change(id, (draft) => ({ ...draft, asked: { Ru: proposedRu, En: proposedEn } }));
    } catch (problem) {
      setFailure(failureText(problem));
    }
  };
  /** Enter moves to the same field of the next tag, after the last one to the button. */
  const goOn = (event: KeyboardEvent, side: Side) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) return void save();
    const fields = [
      ...(list.current?.querySelectorAll<HTMLElement>(`input[data-side='${side}']`) ?? []),
    ];
    const place = fields.indexOf(event.currentTarget as HTMLElement);
    (fields[place + 1] ?? document.querySelector<HTMLElement>('#tag-names-save'))?.focus();
  };
  // Confirmation in place of the form once all tags are named.
  if (rows.length === 0 && told.length === 0) return null;
  if (rows.length === 0)
    return (
      <section>
        <h3 ref={heading} tabIndex={-1}>
          {t('tagNames.allNamed')}
        </h3>
      </section>
    );
  return (
    <Sections>
      <section aria-labelledby="tag-names-heading">
        <h3 id="tag-names-heading" ref={heading} tabIndex={-1}>
          {t('tagNames.title', { count: total })}
        </h3>
        <p>{t('tagNames.hint')}</p>
        {clientSettings().languageModel && unknown.length > 0 ? (
          <Bar>
            <Button busy={asking.loading} onClick={() => void askModel()}>
              {t('tagNames.ask', { count: Math.min(unknown.length, limits.suggestedTagNames) })}
            </Button>
          </Bar>
        ) : null}
        <NameRows>
          <div data-part="heads" aria-hidden="true">
            <span>{t('tagNames.tag')}</span>
            <span>{t('tagNames.nameRu')}</span>
            <span>{t('tagNames.nameEn')}</span>
          </div>
          <ul ref={list}>
            {rows.map((row) => (
              <TagNameRow
                key={row.tag.id}
                row={row}
                draft={drafts[row.tag.id] ?? noDraft}
                onType={(side, text) => type(row.tag.id, side, text)}
                onKey={goOn}
              />
            ))}
          </ul>
        </NameRows>
        {failure ? <Notice tone="danger">{failure}</Notice> : null}
        {ready.length < total ? <p>{t('tagNames.left', { count: total - ready.length })}</p> : null}
        <Bar>
          <Button
            id="tag-names-save"
            variant="primary"
            disabled={ready.length === 0}
            busy={naming.loading}
            onClick={() => void save()}
          >
            {t('tagNames.save', { count: ready.length })}
          </Button>
        </Bar>
      </section>
    </Sections>
  );
}
