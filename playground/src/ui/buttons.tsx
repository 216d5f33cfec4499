import { memo, useEffect, useState, useId, type ComponentProps, type ReactNode } from 'react';

/** Paths of icons, drawn in a box of 16 by 16. */
export const ICONS = {
  catalogue: 'M3 2.5h8.5a1.5 1.5 0 0 1 1.5 1.5v9.5H4.5A1.5 1.5 0 0 1 3 12zM3 12a1.5 1.5 0 0 1 1.5-1.5H13M6 5.5h4',
  saved: 'M4 2.5h8v11l-4-3-4 3z',
  share: 'M8 10V2.5M5.5 4.5 8 2l2.5 2.5M3.5 8.5v5h9v-5',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h7',
  close: 'm4 4 8 8M12 4l-8 8',
  add: 'M8 3v10M3 8h10',
  copy: 'M5.5 5.5h7v8h-7zM10 5.5v-3H3.5v8h2',
  done: 'm3 8.5 3.5 3.5L13 4.5',
  problem: 'M8 1.5 15 14H1L8 1.5Z M8 6v4 M8 11.8v.4',
} as const;

export function Icon({ path }: { readonly path: string }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

interface QuietButtonProps extends ComponentProps<'button'> {
  /** Path of the icon before the content. */
  readonly icon: string;
}

/** A button without a frame. */
export function QuietButton({ icon, className = '', children, ...button }: QuietButtonProps) {
  return (
    <button type="button" {...button} className={`button button-quiet ${className}`}>
      <Icon path={icon} />
      {children}
    </button>
  );
}

/** A cross that closes or removes what its label names. */
export function CloseButton({ label, ...button }: ComponentProps<'button'> & { readonly label: string }) {
  return (
    <button type="button" {...button} className="button button-icon" aria-label={label}>
      <Icon path={ICONS.close} />
    </button>
  );
}

type CopyState = 'idle' | 'copied' | 'refused' | 'absent';
const TEXTS: Readonly<Record<CopyState, string>> = {
  idle: 'Copy',
  copied: 'Copied',
  refused: 'Not allowed',
  absent: 'Not built yet',
};

interface CopyButtonProps {
  /** A function suits texts that are expensive or change often: a stable one renders once. A blob (`text/plain`) may be of any size. Undefined while there is no text: the button keeps its place and the focus. */
  readonly text: string | (() => string | Blob) | undefined;
  /** Completes "Copy …" for screen readers. */
  readonly label: string;
}

async function writeToClipboard(text: string | Blob): Promise<void> {
  // Firefox 125 has no ClipboardItem.
  if (typeof text === 'string' || !('ClipboardItem' in globalThis))
    return navigator.clipboard.writeText(typeof text === 'string' ? text : await text.text());
  return navigator.clipboard.write([new ClipboardItem({ [text.type]: text })]);
}

/** Copies a text, and reports whether the browser allowed it. */
export const CopyButton = memo(function CopyButton({ text, label }: CopyButtonProps) {
  const [state, setState] = useState<CopyState>('idle');

  useEffect(() => {
    if (state === 'idle') return undefined;
    const timer = setTimeout(() => setState('idle'), 2000);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = async () => {
    if (text === undefined) return setState('absent');
    try {
      await writeToClipboard(typeof text === 'string' ? text : text());
      setState('copied');
    } catch {
      // The permission is missing, or a page without https has no clipboard at all.
      setState('refused');
    }
  };

  return (
    <>
      <QuietButton
        className="copy"
        icon={state === 'copied' ? ICONS.done : ICONS.copy}
        data-state={state}
        aria-label={`Copy ${label}`}
        aria-disabled={text === undefined || undefined}
        onClick={() => void copy()}
      >
        <span>{TEXTS[state]}</span>
      </QuietButton>
      <output className="visually-hidden">{state === 'idle' ? '' : TEXTS[state]}</output>
    </>
  );
});

export const STEP_MS = 100;

/** The milliseconds since a start, by `performance.now()`, in steps of a tenth of a second; 0 without a start. */
export function useElapsed(startedAt: number | undefined): number {
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (startedAt === undefined) return undefined;
    const timer = setInterval(() => setNow(performance.now()), STEP_MS);
    return () => clearInterval(timer);
  }, [startedAt]);
  return startedAt === undefined ? 0 : Math.max(0, now - startedAt);
}

interface MenuProps {
  readonly label: string;
  readonly icon: string;
  readonly children: ReactNode;
}

/**
 * A button that opens a popover, which Esc or a click elsewhere closes. The content is rendered, and may load, as soon as the button is
 * pointed at or focused.
 */
export function Menu({ label, icon, children }: MenuProps) {
  const id = useId();
  const [needed, setNeeded] = useState(false);
  const need = () => setNeeded(true);
  return (
    <>
      <QuietButton icon={icon} popoverTarget={id} aria-label={label} onPointerEnter={need} onFocus={need}>
        <span className="button-text">{label}</span>
      </QuietButton>
      <div className="menu scroll" id={id} popover="auto" onBeforeToggle={need}>
        {needed && children}
      </div>
    </>
  );
}
