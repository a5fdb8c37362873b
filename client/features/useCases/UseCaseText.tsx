/** The text of a use case as one writes it: Enter saves, Shift+Enter begins a new line. */
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { Field } from '../../design/Field.tsx';
import { useTextLimit } from '../../design/useTextLimit.ts';
import { TextArea } from '../../design/TextInput.tsx';
import * as limits from '../../limits/generated.ts';

export interface UseCaseTextProps {
  label: ReactNode;
  hint?: ReactNode;
  text: string;
  /** The language of the text, when it is known. */
  lang?: string;
  error: string | null;
  readOnly?: boolean;
  /** True while Escape gives the saved text back instead of closing the dialog. */
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
    // Enter that ends the writing of a composed letter is not an Enter of ours.
    if (event.nativeEvent.isComposing) return;
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
