import { useCallback, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { Icon, ICONS } from '../controls/Icon.js';

/** What a `Dialog` needs, and the way to close it. */
export function useDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useCallback(() => dialog.current?.close(), []);
  return { dialog, close };
}

interface DialogProps {
  readonly label: string;
  /** That of `useDialog`. */
  readonly dialog: RefObject<HTMLDialogElement | null>;
  readonly className?: string;
  /** When it has been closed and the focus is back where it was. */
  readonly onClosed: () => void;
  readonly children: ReactNode;
}

/** A modal dialog of the platform: it keeps the focus inside, closes by Esc or a click beside it, and gives the focus back. */
export function Dialog({ label, dialog, className = '', onClosed, children }: DialogProps) {
  // With the paint of the dialog, not after it: a key pressed in between would be the page's below it.
  useLayoutEffect(() => {
    const { current } = dialog;
    if (current === null || current.open) return;
    current.showModal();
    // The platform takes what stands first, which may be the button to close it.
    current.querySelector<HTMLElement>('[data-focus-first]')?.focus();
  }, [dialog]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- beside Esc, which the platform brings
    <dialog
      ref={dialog}
      className={`dialog ${className}`}
      aria-label={label}
      onClose={onClosed}
      onClick={(event) => {
        // What is inside covers the dialog's own box: only its backdrop is the dialog itself.
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
