/** Own use case, edited in place, improved, deleted with undo. */
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { Sparkles, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { clientSettings } from '../../browser/environment.ts';
import { failureText } from '../../browser/graphqlFailure.ts';
import { Badge } from '../../design/Badge.tsx';
import { Button } from '../../design/Button.tsx';
import { LanguageMark } from '../../design/LanguageMark.tsx';
import { Notice } from '../../design/Notice.tsx';
import { notify } from '../../design/notify.ts';
import { useKeptFocus } from '../../design/useFocusRestore.ts';
import type { OwnCaseFragment } from '../../generated.ts';
import { UseCaseItem } from './useCase.styles.ts';
import { UseCaseText } from './UseCaseText.tsx';
import { storeDraft } from './useCaseDrafts.ts';
import { OutdatedNotice } from './OutdatedNotice.tsx';
import { Suggestions } from './Suggestions.tsx';
import { useReportUnsaved, type OnUnsaved } from './useUnsavedTexts.ts';
import { focusRowWhenReady, useUseCaseFocus } from './rowFocus.ts';
import { useAnalysis } from './useAnalysis.ts';
import { confirmTexts, deleteUseCase, restoreUseCase, type ListOrders } from './useCaseCalls.ts';
import { useUseCaseEdit } from './useUseCaseEdit.ts';
import { ProgressStatus } from './ProgressStatus.tsx';
import * as limits from '../../limits/generated.ts';

export interface UseCaseRowProps {
  useCase: OwnCaseFragment;
  /** Given where one came to change this very case: the keyboard begins in its text. */
  askedField?: RefObject<HTMLTextAreaElement | null>;
  onUnsaved?: OnUnsaved;
  /** Called when the row leaves, so that the focus finds another place. */
  onGone: () => void;
}

export function UseCaseRow({ useCase, askedField, onUnsaved, onGone }: UseCaseRowProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const client = useApolloClient();
  const [hasRisen, setHasRisen] = useState(false);
  const edit = useUseCaseEdit(useCase, () => setHasRisen(true));
  const { work } = edit;
  const analysis = useAnalysis(work);
  useReportUnsaved(edit.key, edit.isChanged && !work.isBusy, () => edit.save(), onUnsaved);

  const ownField = useRef<HTMLTextAreaElement>(null);
  const field = askedField ?? ownField;
  useUseCaseFocus(field, useCase.id, askedField !== undefined);

  // The check has buttons of its own for it.
  const isUnchecked = !analysis.checked && !analysis.hasFailed;
  const hasOwnSave = (edit.isChanged || edit.isSaving) && isUnchecked;
  // What saves or takes back a change goes with it; the next button goes on.
  const improve = useRef<HTMLButtonElement>(null);
  const kept = useKeptFocus(() => (improve.current?.disabled ? field.current : improve.current));

  // A press on a button of the row must not save first: leaving the field then says nothing.
  const isPressing = useRef(false);
  useEffect(() => {
    const release = () => {
      isPressing.current = false;
    };
    addEventListener('pointerup', release);
    addEventListener('pointercancel', release);
    return () => {
      removeEventListener('pointerup', release);
      removeEventListener('pointercancel', release);
    };
  }, []);
  const guard = {
    onPointerDown: () => {
      isPressing.current = true;
    },
  };

  // The buttons go with what they did: the keyboard goes back to the text.
  const overwrite = () => {
    field.current?.focus();
    void edit.save();
  };
  const takeTheirs = () => {
    field.current?.focus();
    edit.restore();
  };

  const { outdatedLanguage } = useCase;
  // A model translates by itself; without one only the author can.
  const asksForUpdate =
    outdatedLanguage !== null &&
    !clientSettings().languageModel &&
    !edit.isChanged &&
    !edit.isSaving &&
    isUnchecked;
  const toggleLanguage = () => {
    edit.toggleLanguage();
    field.current?.focus();
  };
  const confirm = async () => {
    field.current?.focus();
    const isConfirmed = await work.run('updating', (progressId) =>
      confirmTexts(client, useCase, progressId),
    );
    if (isConfirmed) notify.success(t('useCases.confirmed'), { duration: 'short' });
  };

  const say = (failure: unknown) =>
    notify.error(t('common:error.title'), {
      id: `case-${useCase.id}`,
      description: failureText(failure),
    });
  const undo = (places: ListOrders) => {
    notify.dismiss(`case-${useCase.id}`);
    const restoring = restoreUseCase(client, useCase, places).then(
      () => notify.success(t('useCases.restored'), { duration: 'short' }),
      say,
    );
    void focusRowWhenReady(useCase.id, restoring);
  };
  const remove = async () => {
    notify.dismiss(`case-${useCase.id}`);
    onGone();
    try {
      const places = await deleteUseCase(client, useCase);
      storeDraft(edit.key, null);
      notify.info(t('useCases.deleted'), {
        duration: 'long',
        action: { label: t('common:actions.undo'), run: () => undo(places) },
      });
    } catch (failure) {
      say(failure);
    }
  };

  return (
    <UseCaseItem data-risen={hasRisen ? '' : undefined} onAnimationEnd={() => setHasRisen(false)}>
      <UseCaseText
        ref={field}
        label={t('useCases.editLabel')}
        text={edit.text}
        lang={edit.language}
        error={analysis.hasFailed ? null : work.failure}
        restorable={edit.isChanged}
        onChange={edit.write}
        onEnter={() => void edit.save()}
        onRestore={edit.restore}
        onLeave={() => {
          // Over what another window has saved it writes only when it is told to.
          if (!isPressing.current && edit.theirs === null) void edit.save();
        }}
      />
      {edit.isChanged ? <small>{t('useCases.keys')}</small> : null}
      <ProgressStatus work={work} />
      {asksForUpdate ? (
        <OutdatedNotice
          language={outdatedLanguage}
          isShown={edit.language === outdatedLanguage}
          isBusy={work.isBusy}
          onToggle={toggleLanguage}
          onConfirm={() => {
            if (!work.isBusy) void confirm();
          }}
        />
      ) : null}
      {edit.theirs === null ? null : (
        <Notice
          tone="danger"
          title={t('useCases.conflict')}
          actions={
            <>
              <Button {...guard} aria-disabled={work.isBusy} onClick={overwrite}>
                {t('useCases.overwrite')}
              </Button>
              <Button {...guard} aria-disabled={work.isBusy} onClick={takeTheirs}>
                {t('useCases.takeTheirs')}
              </Button>
            </>
          }
        >
          {t('useCases.theirs', { text: edit.theirs })}
        </Notice>
      )}
      {analysis.hasFailed ? (
        <Notice
          tone="danger"
          title={t('useCases.analysisFailed')}
          actions={
            <Button
              {...guard}
              onClick={() => {
                analysis.forget();
                void edit.save();
              }}
            >
              {t('useCases.saveAsIs')}
            </Button>
          }
        >
          {work.failure}
        </Notice>
      ) : null}
      {analysis.checked ? (
        <Suggestions
          key={analysis.checked.text}
          checked={analysis.checked}
          busy={work.isBusy}
          onTake={(wanted) => {
            analysis.forget();
            void edit.save(wanted);
          }}
          onKeep={() => {
            analysis.forget();
            void edit.save();
          }}
        />
      ) : null}
      <div data-part="foot">
        <span>{t('likes', { count: useCase.likesCount })}</span>
        {edit.isSubstitute ? <LanguageMark language={edit.language} /> : null}
        {outdatedLanguage ? (
          <Badge tone="warning">{t(`useCases.outdated.${outdatedLanguage}`)}</Badge>
        ) : useCase.translationState === 'pending' ? (
          <Badge tone="info">{t('useCases.pending')}</Badge>
        ) : null}
        <div data-part="buttons" {...kept}>
          {hasOwnSave ? (
            <Button
              variant="primary"
              disabled={edit.text.length > limits.caseText}
              busy={work.isBusy}
              {...guard}
              onClick={() => void edit.save()}
            >
              {t('common:actions.save')}
            </Button>
          ) : null}
          {edit.isChanged ? (
            <Button variant="ghost" {...guard} onClick={edit.restore}>
              {t('common:actions.cancel')}
            </Button>
          ) : null}
          <Button
            ref={improve}
            variant="ghost"
            icon={<Sparkles size={16} aria-hidden="true" />}
            disabled={!analysis.isPossible(edit.text)}
            {...guard}
            onClick={() => void analysis.check(edit.text)}
          >
            {t(clientSettings().languageModel ? 'useCases.improve' : 'useCases.check')}
          </Button>
          <Button
            variant="ghost"
            icon={<Trash2 size={16} aria-hidden="true" />}
            aria-disabled={work.isBusy}
            {...guard}
            onClick={() => void remove()}
          >
            {t('useCases.delete')}
          </Button>
        </div>
      </div>
    </UseCaseItem>
  );
}
