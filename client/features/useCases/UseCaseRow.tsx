/** Own use case, edited in place, improved, deleted with undo. */
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { Sparkles, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { clientSettings } from '../../browser/environment.ts';
import { failureText } from '../../browser/graphqlFailure.ts';
import { Badge } from '../../design/Badge.tsx';
import { Button } from '../../design/Button.tsx';
import { KeysHint } from '../../design/Sections.ts';
import { LanguageMark } from '../../design/LanguageMark.tsx';
import { Notice } from '../../design/Notice.tsx';
import { notify } from '../../design/notify.ts';
import { useFocusRestore } from '../../design/focusRestore.ts';
import type { OwnCaseFragment } from './generated.ts';
import { UseCaseItem } from './useCase.styles.ts';
import { UseCaseText } from './UseCaseText.tsx';
import { storeDraft, useReportUnsaved, type OnUnsaved } from './useCaseDrafts.ts';
import { Suggestions } from './Suggestions.tsx';
import { useAnalysis, type TextAnalysis } from './useAnalysis.ts';
import { confirmTexts, deleteUseCase, restoreUseCase, type ListOrders } from './useCaseCalls.ts';
import { useUseCaseEdit, type UseCaseEdit } from './useUseCaseEdit.ts';
import { ProgressStatus } from './ProgressStatus.tsx';
import * as limits from '../../limits/generated.ts';
import type { Language } from '../../i18n/languages.ts';

const pendingFocus = new Set<string>();

/** Time for a row to appear after its use case was loaded, in milliseconds. */
const rowTimeoutMs = 500;

/** Focuses the row when it appears, until shortly after `coming` ends. */
async function focusRowWhenReady(useCaseId: string, coming: Promise<unknown>): Promise<void> {
  pendingFocus.add(useCaseId);
  await coming;
  setTimeout(() => pendingFocus.delete(useCaseId), rowTimeoutMs);
}

const isInMessage = (place: Element | null): boolean =>
  place !== null && place.closest('[data-message-place]') !== null;

/** False when the reader has moved on to a field or a button. */
const canTakeFocus = (place: Element | null): boolean =>
  place === null ||
  place === document.body ||
  place.matches('[role=dialog], h1, h2, h3') ||
  isInMessage(place);

function useUseCaseFocus(
  field: RefObject<HTMLTextAreaElement | null>,
  useCaseId: string,
  isAsked: boolean,
): void {
  useEffect(() => {
    const isWanted = pendingFocus.delete(useCaseId) || isAsked;
    const text = field.current;
    if (!isWanted || !text || !canTakeFocus(document.activeElement)) return;
    // A closing message restores the focus to where it was before: blur first.
    const place = document.activeElement;
    if (place instanceof HTMLElement && isInMessage(place)) place.blur();
    text.focus({ preventScroll: true });
    text.setSelectionRange(text.value.length, text.value.length);
    text.scrollIntoView({ block: 'center' });
  }, [field, useCaseId, isAsked]);
}

interface OutdatedNoticeProps {
  /** The language of the outdated text. */
  language: Language;
  /** Whether the field shows the outdated text. */
  isShown: boolean;
  isBusy: boolean;
  onToggle: () => void;
  onConfirm: () => void;
}

/** Request to the author to update or confirm a text older than the other language. */
function OutdatedNotice(props: OutdatedNoticeProps) {
  const { t } = useTranslation('dashboard');
  const { language, isShown } = props;
  const other = language === 'ru' ? 'en' : 'ru';
  return (
    <Notice
      tone="warning"
      actions={
        <>
          <Button aria-disabled={props.isBusy} onClick={props.onToggle}>
            {isShown ? t(`useCases.showText.${other}`) : t(`useCases.updateText.${language}`)}
          </Button>
          <Button aria-disabled={props.isBusy} onClick={props.onConfirm}>
            {t('useCases.confirmText')}
          </Button>
        </>
      }
    >
      {t(`useCases.outdatedHint.${language}`)}
    </Notice>
  );
}

interface UseCaseRowProps {
  useCase: OwnCaseFragment;
  /** Present when the reader came to edit this use case: its text gets the focus. */
  editedField?: RefObject<HTMLTextAreaElement | null>;
  onUnsaved?: OnUnsaved;
  /** Called when the row leaves, to move the focus. */
  onGone: () => void;
}

export function UseCaseRow({ useCase, editedField, onUnsaved, onGone }: UseCaseRowProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const [hasRisen, setHasRisen] = useState(false);
  const edit = useUseCaseEdit(useCase, () => setHasRisen(true));
  const { work } = edit;
  const analysis = useAnalysis(work);
  useReportUnsaved(edit.key, edit.isChanged && !work.isBusy, () => edit.save(), onUnsaved);
  const ownField = useRef<HTMLTextAreaElement>(null);
  const field = editedField ?? ownField;
  useUseCaseFocus(field, useCase.id, editedField !== undefined);
  const { isPressing, guard } = usePressGuard();
  const remove = useRemoval(useCase, edit.key, onGone);
  const saveText = (text?: string) => {
    analysis.forget();
    void edit.save(text);
  };
  /** Moves the focus to the text first, because the pressed button disappears. */
  const focusAnd = (action: () => unknown) => () => {
    field.current?.focus();
    action();
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
          // A conflict is only overwritten on request.
          if (!isPressing() && edit.theirs === null) void edit.save();
        }}
      />
      {edit.isChanged ? <KeysHint>{t('useCases.keys')}</KeysHint> : null}
      <ProgressStatus work={work} />
      <OutdatedText useCase={useCase} edit={edit} analysis={analysis} focusAnd={focusAnd} />
      {edit.theirs === null ? null : (
        <Notice
          tone="danger"
          title={t('useCases.conflict')}
          actions={
            <>
              <Button
                {...guard}
                aria-disabled={work.isBusy}
                onClick={focusAnd(() => void edit.save())}
              >
                {t('useCases.overwrite')}
              </Button>
              <Button {...guard} aria-disabled={work.isBusy} onClick={focusAnd(edit.restore)}>
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
            <Button {...guard} onClick={() => saveText()}>
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
          onTake={(wanted) => saveText(wanted)}
          onKeep={() => saveText()}
        />
      ) : null}
      <RowFooter {...{ useCase, edit, analysis, guard, field }} onRemove={() => void remove()} />
    </UseCaseItem>
  );
}

/** Tells presses on buttons of the row from leaving the text field, which saves. */
function usePressGuard() {
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
  return { isPressing: () => isPressing.current, guard };
}

/** Returns the deletion, which offers an undo that restores the row and its focus. */
function useRemoval(useCase: OwnCaseFragment, draftKey: string, onGone: () => void) {
  const { t } = useTranslation(['dashboard', 'common']);
  const client = useApolloClient();
  const messageId = `use-case-${useCase.id}`;
  const notifyFailure = (failure: unknown) =>
    notify.error(t('common:error.title'), {
      id: messageId,
      description: failureText(failure),
    });
  const undo = (orders: ListOrders) => {
    notify.dismiss(messageId);
    const restoring = restoreUseCase(client, useCase, orders).then(
      () => notify.success(t('useCases.restored'), { duration: 'short' }),
      notifyFailure,
    );
    void focusRowWhenReady(useCase.id, restoring);
  };
  return async () => {
    notify.dismiss(messageId);
    onGone();
    try {
      const orders = await deleteUseCase(client, useCase);
      storeDraft(draftKey, null);
      notify.info(t('useCases.deleted'), {
        duration: 'long',
        action: { label: t('common:actions.undo'), run: () => undo(orders) },
      });
    } catch (failure) {
      notifyFailure(failure);
    }
  };
}

interface RowPartProps {
  useCase: OwnCaseFragment;
  edit: UseCaseEdit;
  analysis: TextAnalysis;
}

/** A check has its own save buttons. */
const hasCheckButtons = ({ checked, hasFailed }: TextAnalysis) => checked !== null || hasFailed;

interface OutdatedTextProps extends RowPartProps {
  focusAnd: (action: () => unknown) => () => void;
}

function OutdatedText({ useCase, edit, analysis, focusAnd }: OutdatedTextProps) {
  const { t } = useTranslation('dashboard');
  const client = useApolloClient();
  const { work } = edit;
  const { outdatedLanguage } = useCase;
  const confirm = async () => {
    const isConfirmed = await work.run('updating', (progressId) =>
      confirmTexts(client, useCase, progressId),
    );
    if (isConfirmed) notify.success(t('useCases.confirmed'), { duration: 'short' });
  };
  // A language model translates by itself; without one only the author can.
  if (!outdatedLanguage || clientSettings().languageModel) return null;
  if (edit.isChanged || edit.isSaving || hasCheckButtons(analysis)) return null;
  return (
    <OutdatedNotice
      language={outdatedLanguage}
      isShown={edit.language === outdatedLanguage}
      isBusy={work.isBusy}
      onToggle={focusAnd(edit.toggleLanguage)}
      onConfirm={() => {
        if (!work.isBusy) focusAnd(() => void confirm())();
      }}
    />
  );
}

interface RowFooterProps extends RowPartProps {
  guard: { onPointerDown: () => void };
  field: RefObject<HTMLTextAreaElement | null>;
  onRemove: () => void;
}

function RowFooter({ useCase, edit, analysis, guard, field, onRemove }: RowFooterProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { work } = edit;
  const { outdatedLanguage } = useCase;
  const improve = useRef<HTMLButtonElement>(null);
  // The save and cancel buttons disappear after use.
  const restoreProps = useFocusRestore(() =>
    improve.current?.disabled ? field.current : improve.current,
  );
  return (
    <div data-part="foot">
      <span>{t('likes', { count: useCase.likesCount })}</span>
      {edit.isSubstitute ? <LanguageMark language={edit.language} /> : null}
      {outdatedLanguage ? (
        <Badge tone="warning">{t(`useCases.outdated.${outdatedLanguage}`)}</Badge>
      ) : useCase.translationState === 'pending' ? (
        <Badge tone="info">{t('useCases.pending')}</Badge>
      ) : null}
      <div data-part="buttons" {...restoreProps}>
        {(edit.isChanged || edit.isSaving) && !hasCheckButtons(analysis) ? (
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
          onClick={onRemove}
        >
          {t('useCases.delete')}
        </Button>
      </div>
    </div>
  );
}
