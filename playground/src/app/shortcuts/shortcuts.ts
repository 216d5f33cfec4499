/** Keys of the page. `mod` is Ctrl, or ⌘ where there is one. */
export const SHORTCUTS = [
  { keys: ['mod', 'K'], does: 'Open the command palette' },
  { keys: ['mod', '/'], does: 'Show these shortcuts' },
  { keys: ['mod', 'Z'], does: 'Undo, over the whole form' },
  { keys: ['mod', 'Shift', 'Z'], does: 'Redo' },
  { keys: ['mod', 'Enter'], does: 'Send the call, from any of its fields' },
  { keys: ['Esc'], does: 'Close a dialog or menu, and go back to where you were' },
  { keys: ['Tab'], does: 'Go to the next control; nothing keeps the focus' },
] as const;

export type ShortcutAction = 'palette' | 'shortcuts' | 'undo' | 'redo';

/** What a pressed key means to the page; undefined where it is none of its shortcuts. */
export function readShortcut(event: KeyboardEvent): ShortcutAction | undefined {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return undefined;
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  if (key === 'y' && !event.metaKey) return 'redo';
  if (key === '/') return 'shortcuts';
  return key === 'k' && !event.shiftKey ? 'palette' : undefined;
}

/**
 * An open dialog has fields of its own, and what is typed there is not in the document. One that has just been closed may have the
 * focus for a moment, until it is removed: keys pressed then are the page's.
 */
export function belongsToDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('dialog[open], [data-own-undo]') !== null;
}
