/** Focus on the first invalid field of a refused form. */
import { useEffect, useRef, useState, type RefObject } from 'react';

interface FocusFirstError {
  form: RefObject<HTMLFormElement | null>;
  /** Called when the server has answered. */
  answered: () => void;
}

/** For the form with the returned `form` ref; a field is invalid where its control has `aria-invalid`. */
export function useFocusFirstError(): FocusFirstError {
  const form = useRef<HTMLFormElement>(null);
  const [answers, setAnswers] = useState(0);
  // After the rendering, which sets `aria-invalid`.
  useEffect(() => {
    if (answers > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [answers]);
  return { form, answered: () => setAnswers((count) => count + 1) };
}
