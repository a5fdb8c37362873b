/** Where a reader goes on: the control that fits gets the focus. */

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
      element.focus();
      return;
    }
  }
}

/** To find by a task instead: the first category of the wizard. */
export function focusWizard(): void {
  document.querySelector<HTMLElement>('[data-part=wizard] button')?.focus();
}
