/** Text field of a use case: Enter saves, Shift+Enter starts a new line. */
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { Field, useTextLimit } from '../../design/Field.tsx';
import { TextArea } from '../../design/TextInput.tsx';
import * as limits from '../../limits/generated.ts';

export interface UseCaseTextProps {
  label: ReactNode;
  hint?: ReactNode;
  text: string;
  /** Language of the text, when known. */
  lang?: string;
  error: string | null;
  readOnly?: boolean;
  /** Escape restores the saved text instead of closing the dialog. */
  restorable?: boolean;
  onChange: (text: string) => void;
  /** Enter without Shift. */
  onEnter: () => void;
  onRestore?: () => void;
  onLeave?: () => void;
  ref?: Ref<HTMLTextAreaElement>;
}

export function UseCaseText(props: UseCaseTextProps) {
  const { text, restorable = false, onEnter, onRestore } = props;
  const limited = useTextLimit(text, limits.caseText);
  const pressKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      onEnter();
    }
    if (event.key === 'Escape' && restorable) {
      event.stopPropagation();
      onRestore?.();
    }
  };
  return (
    <Field
      label={props.label}
      hint={props.hint}
      {...limited}
      error={limited.error ?? props.error ?? undefined}
    >
      {(control) => (
        <TextArea
          {...control}
          ref={props.ref}
          value={text}
          lang={props.lang}
          readOnly={props.readOnly}
          data-own-escape={restorable ? '' : undefined}
          onChange={(event) => props.onChange(event.target.value)}
          onKeyDown={pressKey}
          onBlur={props.onLeave}
        />
      )}
    </Field>
  );
}
