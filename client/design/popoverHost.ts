/** Element that a menu or popover is rendered in: outside of clipping ancestors, but inside the landmark or dialog of its button. */
export const popoverHost = (button: Element | null | undefined): HTMLElement =>
  button?.closest<HTMLElement>('[role=dialog]') ?? document.getElementById('main') ?? document.body;
