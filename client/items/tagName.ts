/** Display name of a tag. */
export const formatTagName = (name: string | null | undefined, slug: string): string =>
  name && name !== slug ? name : slug.replaceAll(/[-_]+/g, ' ');
