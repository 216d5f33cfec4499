import { useCallback, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { Icon, ICONS } from './buttons.js';

/** The reference for a `Dialog`, and a function that closes it. */
export function useDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useCallback(() => dialog.current?.close(), []);
  return { dialog, close };
}

interface DialogProps {
  readonly label: string;
  /** From `useDialog`. */
  readonly dialog: RefObject<HTMLDialogElement | null>;
  readonly className?: string;
  /** Called once the dialog is closed and the focus is back at its earlier place. */
  readonly onClosed: () => void;
  readonly children: ReactNode;
}

/** A modal dialog of the platform: it traps the focus, closes by Esc or a click beside it, and restores the focus. */
export function Dialog({ label, dialog, className = '', onClosed, children }: DialogProps) {
  // In the same frame as the dialog: a key pressed in between would go to the page below.
  useLayoutEffect(() => {
    const { current } = dialog;
    if (current === null || current.open) return;
    current.showModal();
    // The platform focuses the first control, which may be the close button.
    current.querySelector<HTMLElement>('[data-focus-first]')?.focus();
  }, [dialog]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- the platform handles Esc
    <dialog
      ref={dialog}
      className={`dialog ${className}`}
      aria-label={label}
      onClose={onClosed}
      onClick={(event) => {
        // The content covers the dialog's box, so only a click on the backdrop has the dialog as its target.
        if (event.target === event.currentTarget) event.currentTarget.close();
      }}
    >
      <div className="dialog-body">{children}</div>
    </dialog>
  );
}

export function DialogHead({ title, onClose }: { readonly title: string; readonly onClose: () => void }) {
  return (
    <div className="dialog-head">
      <h2 className="dialog-title">{title}</h2>
      <button type="button" className="button button-icon" aria-label="Close" onClick={onClose}>
        <Icon path={ICONS.close} />
      </button>
    </div>
  );
}
