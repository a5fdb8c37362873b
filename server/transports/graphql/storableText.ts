// Rejection of NUL characters and lone surrogates in the variables of an operation: PostgreSQL and JSON cannot store them.
import type { ApolloServerPlugin } from '@apollo/server';
import { Kind, visit, type DocumentNode } from 'graphql';
import { DomainError } from '../../shared/domainError.ts';
import type { FieldError } from '../../shared/fieldErrors.ts';
import { isStorable } from '../../shared/cleanText.ts';
import type { Context } from './context.ts';

/** Paths of the texts that cannot be stored. */
function unstorable(value: unknown, path: string): string[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [path];
  if (Array.isArray(value))
    return value.flatMap((one, index) => unstorable(one, `${path}.${index}`));
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    isStorable(name) ? unstorable(one, path ? `${path}.${name}` : name) : [path],
  );
}

/** Paths of such texts in literals of a document. */
function unstorableIn(document: DocumentNode): string[] {
  const found: string[] = [];
  visit(document, {
    [Kind.ARGUMENT]: {
      enter: (argument) => {
        visit(argument.value, {
          [Kind.STRING]: ({ value }) => {
            if (!isStorable(value)) found.push(argument.name.value);
          },
        });
        return false;
      },
    },
  });
  return found;
}

/** Documents without such literals, since they are sent again and again. */
const sound = new WeakSet<DocumentNode>();

const faultOf = (path: string): FieldError => ({
  // Fields of an input have the same names as in a REST body.
  path: path.replace(/^input\./, ''),
  code: 'unstorable',
  message: 'The text holds characters that cannot be stored',
});

/** @throws DomainError INVALID that lists every such text */
export const rejectUnstorableText: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ document, operation, request }) {
        const declared = (operation?.variableDefinitions ?? []).map(
          ({ variable }) => variable.name.value,
        );
        const given = request.variables ?? {};
        const paths = declared.flatMap((name) => unstorable(given[name], name));
        if (!sound.has(document)) {
          const own = unstorableIn(document);
          if (own.length === 0) sound.add(document);
          paths.push(...own);
        }
        if (paths.length === 0) return;
        const errors = paths.map(faultOf);
        const [first] = errors;
        throw new DomainError('INVALID', `${first?.path}: ${first?.message}`, { errors });
      },
    };
  },
};
