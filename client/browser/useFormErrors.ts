/** What the server has refused of a form: at which field, and what under them. */
import { useState } from 'react';
import i18next from 'i18next';
import { failureText, refusalsOf, sentence } from './graphqlFailure.ts';

/** A refusal as a form says it. */
interface FormRefusal<Name extends string> {
  /** What is wrong with each field. */
  wrong: { [Field in Name]?: string };
  /** What is said under the fields; null where the fields say it all. */
  failure: string | null;
}

interface RefusalWords<Name extends string> {
  /** What was sent in fields that hold several: the one that is wrong is named. */
  listed?: { [Field in Name]?: readonly string[] };
  /** Said when the server gives nothing to go by. */
  otherwise?: string;
}

/** What a form with these fields says of a refusal. */
function refusalOf<Name extends string>(
  raised: unknown,
  fields: readonly Name[],
  { listed = {}, otherwise }: RefusalWords<Name> = {},
): FormRefusal<Name> {
  const wrong: FormRefusal<Name>['wrong'] = {};
  for (const { path, code } of refusalsOf(raised).flatMap(({ errors = [] }) => errors)) {
    const [head, place] = path.split('.');
    const field = fields.find((one) => one === head);
    if (!field) continue;
    const part = place === undefined ? undefined : listed[field]?.[Number(place)];
    const words = sentence('fields', code) ?? i18next.t('dashboard:refusals.wrongField');
    wrong[field] = [wrong[field], part ? `${part}: ${words}` : words].filter(Boolean).join(' ');
  }
  return { wrong, failure: Object.keys(wrong).length > 0 ? null : failureText(raised, otherwise) };
}

interface Refused<Name extends string> extends FormRefusal<Name> {
  /** Says what was raised. */
  refuse: (raised: unknown, words?: RefusalWords<Name>) => void;
  /** A field is typed into: what stands there now is not known to be wrong. */
  retyped: (...fields: Name[]) => void;
  /** It is sent again: nothing is known to be wrong. */
  forget: () => void;
}

/** For a form with these fields, by the names that the server gives them. */
export function useRefusal<Name extends string>(fields: readonly Name[]): Refused<Name> {
  const [said, setSaid] = useState<FormRefusal<Name>>({ wrong: {}, failure: null });
  return {
    ...said,
    refuse: (raised, words) => setSaid(refusalOf(raised, fields, words)),
    retyped: (...typed) =>
      setSaid(({ wrong, failure }) => {
        const left = { ...wrong };
        for (const field of typed) delete left[field];
        return { wrong: left, failure };
      }),
    forget: () => setSaid({ wrong: {}, failure: null }),
  };
}
