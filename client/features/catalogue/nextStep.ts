/** Focus on the control of the reader's next step. */

/** Focuses and scrolls to an element; shows the focus ring also after a mouse press. */
function focusIntoView(element: HTMLElement): void {
  element.setAttribute('data-brought', '');
  element.addEventListener('blur', () => element.removeAttribute('data-brought'), { once: true });
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: 'center' });
}

/** `write`: the use cases of a service, where one is written. `like`: those of a service that has some. */
export function focusNextStep(step: 'write' | 'like'): void {
  const some = 'article [data-cases]:not([data-cases="0"])';
  const controls = [...(step === 'like' ? [some] : []), 'article [data-cases]', '[data-like]'];
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
