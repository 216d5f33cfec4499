/** Shortcuts of the page. `mod` is ⌘ on Apple's machines and Ctrl elsewhere. */
export const SHORTCUTS = [
  { keys: ['mod', 'K'], does: 'Open the command palette' },
  { keys: ['mod', '/'], does: 'Show these shortcuts' },
  { keys: ['mod', 'Z'], does: 'Undo, over the whole form' },
  { keys: ['mod', 'Shift', 'Z'], does: 'Redo' },
  { keys: ['mod', 'Enter'], does: 'Send the call, from any of its fields' },
  { keys: ['Esc'], does: 'Close a dialog or menu, and go back to where you were' },
  { keys: ['Tab'], does: 'Go to the next control; no field traps the focus' },
] as const;

export type ShortcutAction = 'palette' | 'shortcuts' | 'undo' | 'redo';

/** The action of a pressed key; undefined if it isn't a shortcut of the page. */
export function readShortcut(event: KeyboardEvent): ShortcutAction | undefined {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return undefined;
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  if (key === 'y' && !event.metaKey) return 'redo';
  if (key === '/') return 'shortcuts';
  return key === 'k' && !event.shiftKey ? 'palette' : undefined;
}

/**
 * Whether a key belongs to an open dialog, whose fields aren't part of the document. A dialog that was just closed may keep the focus
 * until it is removed; keys pressed then belong to the page.
 */
export function belongsToDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('dialog[open], [data-own-undo]') !== null;
}
