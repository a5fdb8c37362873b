/** A form that was refused: the keyboard goes on in the first field that is wrong. */
import { useEffect, useRef, useState, type RefObject } from 'react';

interface FocusFirstError {
  form: RefObject<HTMLFormElement | null>;
  /** Called when what was sent is answered. */
  answered: () => void;
}

/** For the form that bears the answered `form`; a field is wrong where its control says so (`aria-invalid`). */
export function useFocusFirstError(): FocusFirstError {
  const form = useRef<HTMLFormElement>(null);
  const [answers, setAnswers] = useState(0);
  // After the rendering: what the refusal says must stand there first.
  useEffect(() => {
    if (answers > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [answers]);
  return { form, answered: () => setAnswers((count) => count + 1) };
}
