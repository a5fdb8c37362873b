/** LIKE pattern for texts that contain this one. */
export const likePattern = (text: string): string =>
  `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
