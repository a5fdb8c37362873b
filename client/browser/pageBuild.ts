/** Build id of the open page. */

let build = '';

/** Called once when the page starts. */
export const setPageBuild = (given: string): void => {
  build = given;
};

/** Empty when the page was not told. */
export const pageBuild = (): string => build;
