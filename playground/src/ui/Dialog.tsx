import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { CloseButton } from './buttons.js';

/** Focuses the control that the content marked, or its first one. */
function focusFirst(dialog: HTMLElement): void {
  const controls = ['[data-focus-first]', '.dialog-head ~ * :is(input, select, textarea, button)', 'button'];
  controls
    .map((selector) => dialog.querySelector<HTMLElement>(selector))
    .find((control) => control !== null)
    ?.focus();
}

interface DialogProps {
  readonly label: string;
  /** Heading beside a close button; without it there is neither. */
  readonly title?: string;
  readonly className?: string;
  /** Called once the dialog is closed and the focus is back at its earlier place. */
  readonly onClosed: () => void;
  readonly children: (close: () => void) => ReactNode;
}

/** A modal dialog of the platform: it traps the focus, closes by Esc or a click beside it, and restores the focus. */
export function Dialog({ label, title, className = '', onClosed, children }: DialogProps) {
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null);
  const close = () => dialog?.close();
  // In the same frame as the dialog: a key pressed in between would go to the page below.
  useLayoutEffect(() => {
    if (dialog === null || dialog.open) return;
    dialog.showModal();
    // The platform focuses the first control, which may be the close button.
    dialog.querySelector<HTMLElement>('[data-focus-first]')?.focus();
  }, [dialog]);
  // A removed control would leave the focus outside of the dialog.
  useEffect(() => {
    if (dialog === null) return undefined;
    const observer = new MutationObserver(() => {
      if (dialog.open && document.activeElement === document.body) focusFirst(dialog);
    });
    observer.observe(dialog, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [dialog]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- the platform handles Esc
    <dialog
      ref={setDialog}
      className={`dialog ${className}`}
      aria-label={label}
      onClose={onClosed}
      onClick={(event) => {
        // The content covers the dialog's box, so only a click on the backdrop has the dialog as its target.
        if (event.target === event.currentTarget) close();
      }}
    >
      <div className="dialog-body fill">
        {title !== undefined && (
          <div className="dialog-head split">
            <h2 className="dialog-title">{title}</h2>
            <CloseButton label="Close" onClick={close} />
          </div>
        )}
        {children(close)}
      </div>
    </dialog>
  );
}
