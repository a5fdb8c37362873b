// Codegen plugin: lists of the enum values that the client needs.
const listName = (name) =>
  `${name[0].toLowerCase()}${name.slice(1)}s`.replace(/ss$/, 'ses').replace(/ys$/, 'ies');

/** @type {import('@graphql-codegen/plugin-helpers').PluginFunction<{ names: readonly string[] }>} */
export const plugin = (schema, _documents, { names }) =>
  names
    .map((name) => {
      const values = schema.getType(name).getValues();
      return `/** Every value of \`${name}\`, in the order of the schema. */\nexport const ${listName(name)} = ${JSON.stringify(values.map((value) => value.name))} as const;\n`;
    })
    .join('\n');
