/** Runs what may wait until the reader has seen the answer to a press, as the opening of a dialog. */
export const afterNextPaint = (run: () => void): void => {
  requestAnimationFrame(() => setTimeout(run));
};
