/** Form of a loadout's title, description and discipline; what somebody else has saved meanwhile is never overwritten unasked. */
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/Button.tsx';
import { FieldError, LimitedTextArea, LimitedTextInput } from '../../design/Field.tsx';
import { Notice } from '../../design/Notice.tsx';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { formatRelative } from '../../i18n/formats.ts';
import * as limits from '../../limits/generated.ts';
import { DisciplineSelect } from './DisciplineSelect.tsx';
import type { EditedLoadout } from './editedLoadout.ts';
import { useLoadoutTexts } from './useLoadoutTexts.ts';

export function LoadoutTexts({ loadout, reload }: EditedLoadout) {
  const { t } = useTranslation(['loadouts', 'common']);
  const { language } = useLanguage();
  const texts = useLoadoutTexts({ loadout, reload });
  const { draft, saved, conflict, failure, isChanged, isSaving } = texts;
  const [wasBlank, setWasBlank] = useState(false);
  const isBlank = draft.title.trim() === '';
  const isTooLong =
    draft.title.length > limits.loadoutTitle ||
    draft.description.length > limits.loadoutDescription;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWasBlank(isBlank);
    if (!isBlank && !isTooLong) void texts.save();
  };
  return (
    <form onSubmit={submit}>
      <LimitedTextInput
        label={t('editor.title')}
        hint={t('editor.titleHint')}
        required
        limit={limits.loadoutTitle}
        text={draft.title}
        onChange={(title) => texts.change({ title })}
      />
      {wasBlank && isBlank ? (
        <FieldError role="alert">{t('editor.titleMissing')}</FieldError>
      ) : null}
      <LimitedTextArea
        label={t('editor.description')}
        hint={t('editor.descriptionHint')}
        limit={limits.loadoutDescription}
        text={draft.description}
        onChange={(description) => texts.change({ description })}
      />
      <DisciplineSelect
        value={draft.discipline}
        onChange={(discipline) => texts.change({ discipline })}
      />
      {/* Beside the button that was pressed. */}
      {conflict ? (
        <Notice
          tone="warning"
          title={
            conflict.who
              ? t('editor.conflict', {
                  who: conflict.who,
                  when: formatRelative(conflict.when, language),
                })
              : t('editor.conflictSomeone')
          }
          actions={
            <>
              <Button onClick={() => void texts.save(true)}>{t('editor.overwrite')}</Button>
              <Button onClick={texts.discard}>{t('editor.takeTheirs')}</Button>
            </>
          }
        >
          <p>{t('editor.theirs', { title: saved.title })}</p>
          {saved.description ? <p>{saved.description}</p> : null}
        </Notice>
      ) : null}
      {texts.isGone ? (
        <Notice
          tone="danger"
          actions={
            <Button busy={isSaving} onClick={() => void texts.createFromMine()}>
              {t('editor.createFromMine')}
            </Button>
          }
        >
          {t('editor.goneMeanwhile')}
        </Notice>
      ) : null}
      {failure ? <FieldError role="alert">{failure}</FieldError> : null}
      {isChanged ? (
        <div>
          <Button type="submit" variant="primary" busy={isSaving}>
            {t('common:actions.save')}
          </Button>{' '}
          <Button onClick={texts.discard}>{t('common:actions.discard')}</Button>
        </div>
      ) : null}
    </form>
  );
}
