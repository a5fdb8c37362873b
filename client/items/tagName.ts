/** A tag as it is read: its name, or its own words where nobody has named it (the name is then the slug itself). */
export const tagWords = (name: string | null | undefined, slug: string): string =>
  name && name !== slug ? name : slug.replaceAll(/[-_]+/g, ' ');
