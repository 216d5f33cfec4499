import { useEffect } from 'react';

/** Text fields beside the built request, whose change it shows. */
const FIELDS = ':is(.column, .route) :is(textarea, input:not([type="radio"], [type="checkbox"]))';

/**
 * Marks the page while one of the builder's text fields has the focus. A press changes the mark only after its end: a control that
 * moves under the pointer would miss the click.
 */
export function useTypingMark(): void {
  useEffect(() => {
    const { documentElement: root } = document;
    let pressed = false;
    const update = () => {
      if (!pressed) root.toggleAttribute('data-typing', document.activeElement?.matches(FIELDS) === true);
    };
    const press = () => {
      pressed = true;
    };
    const release = () => {
      // The click follows.
      setTimeout(() => {
        pressed = false;
        update();
      });
    };
    // While the focus moves, no element has it.
    const leave = () => queueMicrotask(update);
    const listeners = { mousedown: press, mouseup: release, dragend: release, focusin: update, focusout: leave };
    for (const [name, listener] of Object.entries(listeners)) addEventListener(name, listener, true);
    return () => {
      for (const [name, listener] of Object.entries(listeners)) removeEventListener(name, listener, true);
      root.removeAttribute('data-typing');
    };
  }, []);
}
