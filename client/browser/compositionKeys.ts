/**
 * Keys of an input method (IME composition, accent menu of macOS). They belong to the input method alone: its Enter and
 * Escape must not send, choose, save or close anything.
 */

/** Key code of a key that an input method handles; Safari sends it behind the end of the composition. */
const inputMethodKey = 229;

/** Hides such keys from every handler of the page; the browser still gets them. Returns a function that stops it. */
export function hideCompositionKeys(): () => void {
  const hide = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === inputMethodKey) event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', hide, { capture: true });
  return () => window.removeEventListener('keydown', hide, { capture: true });
}
