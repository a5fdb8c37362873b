/** Service in the editor of a loadout: handle, buttons that move and remove it, and what it is for. */
import { useRef, useState, type PointerEvent } from 'react';
import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { readStoredText, storeText } from '../../browser/draftStorage.ts';
import { Field, useTextLimit } from '../../design/Field.tsx';
import { IconButton } from '../../design/Button.tsx';
import { TextInput } from '../../design/TextInput.tsx';
import { VisuallyHidden } from '../../design/VisuallyHidden.tsx';
import { useLanguage } from '../../i18n/useLanguage.ts';
import * as limits from '../../limits/generated.ts';
import type { LoadoutRowFragment } from './generated.ts';
import { reasonOf, titleOf } from './loadoutText.ts';
import type { SetReason } from './useReasonChange.ts';

const icon = { size: 18, 'aria-hidden': true } as const;

export interface EditedServiceProps {
  row: LoadoutRowFragment;
  loadoutId: string;
  isDragged: boolean;
  isFirst: boolean;
  isLast: boolean;
  onGrab: (event: PointerEvent) => void;
  /** Moves it up (-1) or down (1). */
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
  onReason: SetReason;
}

export function EditedService(props: EditedServiceProps) {
  const { row, isDragged, isFirst, isLast, onGrab, onMove, onRemove } = props;
  const { t } = useTranslation('loadouts');
  const { language } = useLanguage();
  const title = titleOf(row.item, language).text;
  return (
    <li data-dragged={isDragged ? '' : undefined} data-item={row.item.id}>
      <span data-part="handle" aria-hidden="true" title={t('editor.drag')} onPointerDown={onGrab}>
        <GripVertical size={18} />
      </span>
      <strong>{title}</strong>
      <span data-part="buttons">
        <IconButton
          variant="ghost"
          data-move="up"
          label={t('editor.up', { title })}
          aria-disabled={isFirst}
          icon={<ArrowUp {...icon} />}
          onClick={() => (isFirst ? undefined : onMove(-1))}
        />
        <IconButton
          variant="ghost"
          data-move="down"
          label={t('editor.down', { title })}
          aria-disabled={isLast}
          icon={<ArrowDown {...icon} />}
          onClick={() => (isLast ? undefined : onMove(1))}
        />
        <IconButton
          variant="ghost"
          label={t('editor.remove', { title })}
          icon={<X {...icon} />}
          onClick={onRemove}
        />
      </span>
      <Reason {...props} title={title} />
    </li>
  );
}

/** Saved when the field is left or Enter is pressed; what could not be saved stays typed. */
function Reason({ row, loadoutId, title, onReason }: EditedServiceProps & { title: string }) {
  const { t } = useTranslation('loadouts');
  const reader = useLanguage();
  const shown = reasonOf(row, reader.language);
  const language = shown.text ? shown.language : reader.language;
  const key = `loadout.text.${useSignedInUser().id}.loadout ${loadoutId} reason ${row.item.id}`;
  const [typed, setTyped] = useState(() => readStoredText(key));
  const [failure, setFailure] = useState<string | null>(null);
  const latest = useRef(typed);
  // Enter is followed by leaving the field.
  const isSaving = useRef(false);
  const text = typed ?? shown.text;
  const limit = useTextLimit(text, limits.loadoutReason);
  const write = (next: string | null) => {
    latest.current = next;
    setTyped(next);
    storeText(key, next);
    setFailure(null);
  };
  const save = async () => {
    if (typed === null || limit.error || isSaving.current) return;
    if (typed.trim() === shown.text) {
      write(null);
      return;
    }
    isSaving.current = true;
    let sent: string | null = null;
    let problem: string | null = null;
    // What is typed during a save is saved after it.
    while (problem === null && latest.current !== sent && latest.current !== null) {
      sent = latest.current;
      problem = await onReason(row, sent.trim(), language);
    }
    isSaving.current = false;
    if (problem === null) write(null);
    else setFailure(problem);
  };
  return (
    <div data-part="reason">
      <Field
        label={<VisuallyHidden>{t('editor.reason', { title })}</VisuallyHidden>}
        {...limit}
        error={limit.error ?? failure ?? undefined}
      >
        {(control) => (
          <TextInput
            {...control}
            placeholder={t('editor.reasonShort')}
            lang={language}
            value={text}
            onChange={(event) => write(event.target.value)}
            onBlur={() => void save()}
            onKeyDown={({ key: pressed, nativeEvent }) => {
              if (pressed === 'Enter' && !nativeEvent.isComposing) void save();
            }}
          />
        )}
      </Field>
    </div>
  );
}
