/** Where a reader goes on: the control that fits is brought into sight, and gets the focus. */

/** Seen as what has the focus also by whoever pressed with a mouse, for whom a browser draws no ring; until it leaves. */
function bring(element: HTMLElement): void {
  element.setAttribute('data-brought', '');
  element.addEventListener('blur', () => element.removeAttribute('data-brought'), { once: true });
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: 'center' });
}

/**
 * To write, mark a service as used: its use cases open by themselves. When all that are shown are marked,
 * the menu of the first card leads there. To like a case, open the cases of a service.
 */
export function focusNextStep(step: 'write' | 'like'): void {
  const controls =
    step === 'write'
      ? ['[data-like=unused]', 'article [aria-haspopup=menu]']
      : ['article [data-cases]:not([data-cases="0"])', 'article [data-cases]'];
  for (const control of controls) {
    const element = document.querySelector<HTMLElement>(control);
    if (element) {
      bring(element);
      return;
    }
  }
}

/** To find by a task instead: the first category of the wizard. */
export function focusWizard(): void {
  const category = document.querySelector<HTMLElement>('[data-part=wizard] button');
  if (category) bring(category);
}
