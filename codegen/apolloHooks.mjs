// Codegen plugin: a hook for every named operation.
// The published hooks plugin does not fit Apollo Client 4; see docs/decisions/0003-generated-hooks.md.
import { concatAST, Kind, visit } from 'graphql';

const capitalised = (word) => word[0].toUpperCase() + word.slice(1);

const needsVariables = (operation) =>
  (operation.variableDefinitions ?? []).some(
    (variable) => variable.type.kind === Kind.NON_NULL_TYPE && !variable.defaultValue,
  );

const queryHooks = (name, required) => {
  const types = `${name}Query, ${name}QueryVariables`;
  const options = required
    ? `options: Apollo.useQuery.Options<${types}> & ({ variables: ${name}QueryVariables; skip?: boolean } | { skip: true })`
    : `options: Apollo.useQuery.Options<${types}> = {}`;
  return [
    `export function use${name}Query(${options}): Apollo.useQuery.Result<${types}, 'empty' | 'complete' | 'streaming'> {`,
    `  return Apollo.useQuery<${types}>(${name}Document, options as never) as never;`,
    `}`,
    `export function use${name}LazyQuery(options?: Apollo.useLazyQuery.Options<${types}>) {`,
    `  return Apollo.useLazyQuery<${types}>(${name}Document, options);`,
    `}`,
  ].join('\n');
};

const mutationHook = (name) => {
  const types = `${name}Mutation, ${name}MutationVariables`;
  return [
    `export function use${name}Mutation(options?: Apollo.useMutation.Options<${types}>) {`,
    `  return Apollo.useMutation<${types}>(${name}Document, options as never);`,
    `}`,
  ].join('\n');
};

/** @type {import('@graphql-codegen/plugin-helpers').PluginFunction} */
export const plugin = (_schema, documents) => {
  const hooks = [];
  visit(concatAST(documents.map((file) => file.document)), {
    OperationDefinition(operation) {
      const name = capitalised(operation.name.value);
      if (operation.operation === 'query') hooks.push(queryHooks(name, needsVariables(operation)));
      if (operation.operation === 'mutation') hooks.push(mutationHook(name));
    },
  });
  return {
    prepend: ["import * as Apollo from '@apollo/client/react';"],
    content: hooks.join('\n\n'),
  };
};
