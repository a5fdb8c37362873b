/** Errors of a refused form, by field. */
import { useState } from 'react';
import i18next from 'i18next';
import { failureText, refusalsOf, refusalSentence } from './graphqlFailure.ts';

/** Errors as a form shows them. */
interface FormErrors<Name extends string> {
  /** Error messages by field. */
  wrong: { [Field in Name]?: string };
  /** Error message of the form; null where the fields have all errors. */
  failure: string | null;
}

interface ErrorContext<Name extends string> {
  /** Entries of list fields, so that the message can name the invalid one. */
  listed?: { [Field in Name]?: readonly string[] };
  /** Fallback message. */
  otherwise?: string;
}

/** Distributes a failure over the fields of a form. */
function readFormErrors<Name extends string>(
  raised: unknown,
  fields: readonly Name[],
  { listed = {}, otherwise }: ErrorContext<Name> = {},
): FormErrors<Name> {
  const wrong: FormErrors<Name>['wrong'] = {};
  for (const { path, code } of refusalsOf(raised).flatMap(({ errors = [] }) => errors)) {
    const [head, place] = path.split('.');
    const field = fields.find((one) => one === head);
    if (!field) continue;
    const part = place === undefined ? undefined : listed[field]?.[Number(place)];
    const words = refusalSentence('fields', code) ?? i18next.t('dashboard:refusals.wrongField');
    wrong[field] = [wrong[field], part ? `${part}: ${words}` : words].filter(Boolean).join(' ');
  }
  return { wrong, failure: Object.keys(wrong).length > 0 ? null : failureText(raised, otherwise) };
}

interface FormErrorState<Name extends string> extends FormErrors<Name> {
  /** Shows a failure. */
  refuse: (raised: unknown, words?: ErrorContext<Name>) => void;
  /** Clears the errors of edited fields. */
  retyped: (...fields: Name[]) => void;
  /** Clears all errors before the next attempt. */
  forget: () => void;
}

/** Form errors by the server's field names. */
export function useFormErrors<Name extends string>(fields: readonly Name[]): FormErrorState<Name> {
  const [said, setSaid] = useState<FormErrors<Name>>({ wrong: {}, failure: null });
  return {
    ...said,
    refuse: (raised, words) => setSaid(readFormErrors(raised, fields, words)),
    retyped: (...typed) =>
      setSaid(({ wrong, failure }) => {
        const left = { ...wrong };
        for (const field of typed) delete left[field];
        return { wrong: left, failure };
      }),
    forget: () => setSaid({ wrong: {}, failure: null }),
  };
}
