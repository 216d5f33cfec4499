import { useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import { REDO, UNDO, type DocumentAction } from './document/state.js';

type ShortcutAction = 'palette' | 'shortcuts' | 'save' | 'undo' | 'redo';

/** The action of a pressed key; undefined if it isn't a shortcut of the page. */
function readShortcut(event: KeyboardEvent): ShortcutAction | undefined {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return undefined;
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  if (key === 'y' && !event.metaKey) return 'redo';
  if (key === '/') return 'shortcuts';
  if (event.shiftKey) return undefined;
  return key === 'k' ? 'palette' : key === 's' ? 'save' : undefined;
}

/**
 * Whether a key belongs to an open dialog, whose fields aren't part of the document. A dialog that was just closed may keep the focus
 * until it is removed; keys pressed then belong to the page.
 */
function belongsToDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('dialog[open], [data-own-undo]') !== null;
}

function isTextField(element: Element | null): element is HTMLInputElement | HTMLTextAreaElement {
  return element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type === 'text');
}

/** The end of the difference between two texts, in the second. */
function findEndOfChange(before: string, after: string): number {
  let end = 0;
  const most = Math.min(before.length, after.length);
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return after.length - end;
}

/** Runs an edit of the document; if it changes the focused text, the caret moves to the change. */
function withCaret(edit: () => void): void {
  const field = document.activeElement;
  const before = isTextField(field) ? field.value : '';
  flushSync(edit);
  if (!isTextField(field) || !field.isConnected || field.value === before) return;
  const caret = findEndOfChange(before, field.value);
  field.setSelectionRange(caret, caret);
}

/**
 * The page's shortcuts. Except in dialogs, undo is the document's: one sequence of steps over all fields, in the order of typing.
 * The browser's undo covers single fields only, and fails once a program changes them.
 */
export function useShortcuts(
  dispatch: (action: DocumentAction) => void,
  open: (dialog: 'palette' | 'shortcuts' | 'save') => void,
  canSave: boolean,
): void {
  // In the same frame as the page: a key pressed in between would be lost.
  useLayoutEffect(() => {
    const run = (action: ShortcutAction) => {
      if (action === 'undo' || action === 'redo') withCaret(() => dispatch(action === 'undo' ? UNDO : REDO));
      // An open dialog keeps its input.
      else if (document.querySelector('dialog[open]') === null) open(action);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const action = readShortcut(event);
      if (action === undefined || event.defaultPrevented || belongsToDialog(event.target)) return;
      if (action === 'save' && !canSave) return;
      event.preventDefault();
      run(action);
    };
    // Undo from the browser's menu, or by shaking a phone.
    const onBeforeInput = (event: InputEvent) => {
      const action = { historyUndo: 'undo', historyRedo: 'redo' }[event.inputType];
      if ((action !== 'undo' && action !== 'redo') || belongsToDialog(event.target)) return;
      event.preventDefault();
      run(action);
    };
    addEventListener('keydown', onKeyDown);
    document.addEventListener('beforeinput', onBeforeInput);
    return () => {
      removeEventListener('keydown', onKeyDown);
      document.removeEventListener('beforeinput', onBeforeInput);
    };
  }, [dispatch, open, canSave]);
}
