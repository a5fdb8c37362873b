/** Focus on the control of the reader's next step. */

/** Focuses and scrolls to an element; shows the focus ring also after a mouse press. */
function focusIntoView(element: HTMLElement): void {
  element.setAttribute('data-brought', '');
  element.addEventListener('blur', () => element.removeAttribute('data-brought'), { once: true });
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: 'center' });
}

/**
 * `write`: the like button of a service, whose use cases open after the like; when all are liked,
 * the menu of the first card. `like`: the use cases of a service.
 */
export function focusNextStep(step: 'write' | 'like'): void {
  const controls =
    step === 'write'
      ? ['[data-like=unused]', 'article [aria-haspopup=menu]']
      : ['article [data-cases]:not([data-cases="0"])', 'article [data-cases]'];
  for (const control of controls) {
    const element = document.querySelector<HTMLElement>(control);
    if (element) {
      focusIntoView(element);
      return;
    }
  }
}

/** Focuses the first category of the wizard. */
export function focusWizard(): void {
  const category = document.querySelector<HTMLElement>('[data-part=wizard] button');
  if (category) focusIntoView(category);
}
