import {
  createContext,
  useContext,
  useMemo,
  useState,
  useSyncExternalStore,
  memo,
  type FocusEvent,
  type KeyboardEventHandler,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';

/** The highlighted subject of the request, and the source of its sentence. */
export interface Highlight {
  /** Every element with this subject among its subjects is highlighted. */
  readonly subject: string;
  /** The source of the sentence that is shown, see `findSentence`. */
  readonly from: string;
}

/** Holds the current highlight: that of the pointer, else that of the caret, the focus or the last tap. */
export class HighlightStore {
  #focused: Highlight | undefined;
  #hovered: Highlight | undefined;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly current = (): Highlight | undefined => this.#hovered ?? this.#focused;

  /** Highlights the place of the caret or the focus, wherever the pointer is. */
  focus(highlight: Highlight | undefined): void {
    this.#change(() => {
      this.#focused = highlight;
      this.#hovered = undefined;
    });
  }

  /** Highlights the place of the pointer until it leaves. */
  hover(highlight: Highlight | undefined): void {
    this.#change(() => {
      this.#hovered = highlight;
    });
  }

  #change(change: () => void): void {
    const before = this.current();
    change();
    const now = this.current();
    if (before?.subject === now?.subject && before?.from === now?.from) return;
    for (const listener of this.#listeners) listener();
  }
}

const HighlightContext = createContext(new HighlightStore());

export const useHighlightStore = () => useContext(HighlightContext);

export function useHighlight(): Highlight | undefined {
  const store = useHighlightStore();
  return useSyncExternalStore(store.subscribe, store.current);
}

/** The subjects of an element, and the source of its sentence. */
export interface HighlightSource {
  /** The element's subject, then those of the elements that it belongs to, separated by spaces. */
  readonly subjects: string;
  readonly from: string;
}

/** For elements without a subject. */
export const NO_SOURCE: HighlightSource = { subjects: '', from: '' };

/** The attributes by which `findHighlight` finds an element's source. */
export function highlightAttributes({ subjects, from }: HighlightSource) {
  return { 'data-subjects': subjects, 'data-from': from };
}

/** The attributes of an element that is highlighted with its subjects. Only elements that change render again. */
export function useHighlightAttributes(source: HighlightSource) {
  const store = useHighlightStore();
  const highlighted = useSyncExternalStore(store.subscribe, () => {
    const subject = store.current()?.subject;
    return subject !== undefined && ` ${source.subjects} `.includes(` ${subject} `);
  });
  return { 'data-highlighted': highlighted || undefined, ...highlightAttributes(source) };
}

/** The highlight of an element, or of the closest one around it. */
export function findHighlight(target: EventTarget | null): Highlight | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-from]') : null;
  // The explanation no longer has the sentences of an earlier form.
  if (element?.closest('[data-stale="true"]')) return undefined;
  const { subjects = '', from = '' } = element?.dataset ?? {};
  const subject = subjects.split(' ', 1)[0] ?? '';
  return from === '' || subject === '' ? undefined : { subject, from };
}

interface HighlightAreaProps {
  readonly className: string;
  readonly onKeyDown: KeyboardEventHandler;
  readonly children: ReactNode;
}

/** Surrounds everything that is highlighted together, and listens for all of it. */
export function HighlightArea({ className, onKeyDown, children }: HighlightAreaProps) {
  const [store] = useState(() => new HighlightStore());
  const events = useMemo(() => {
    const onFocus = ({ target }: FocusEvent | MouseEvent) => {
      const highlight = findHighlight(target);
      if (highlight) store.focus(highlight);
    };
    return {
      onPointerOver: (event: PointerEvent) => {
        if (event.pointerType !== 'touch') store.hover(findHighlight(event.target));
      },
      onPointerLeave: () => store.hover(undefined),
      onFocus,
      onClick: onFocus,
    };
  }, [store]);
  return (
    <HighlightContext value={store}>
      {/* Nothing here is operated: pointer and focus only show which pieces belong together. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={className} onKeyDown={onKeyDown} {...events}>
        {children}
      </div>
    </HighlightContext>
  );
}

interface HighlightRowProps extends HighlightSource {
  readonly className: string;
  readonly children: ReactNode;
}

/** A row that is highlighted with its subjects; its children don't render again for that. */
export function HighlightRow({ className, children, ...source }: HighlightRowProps) {
  const attributes = useHighlightAttributes(source);
  return (
    <li className={className} {...attributes}>
      {children}
    </li>
  );
}

interface HighlightSpanProps extends HighlightSource {
  readonly text: string;
  readonly className: string;
}

/** A piece of text that is highlighted with its subjects. */
export const HighlightSpan = memo(function HighlightSpan({ text, className, ...source }: HighlightSpanProps) {
  const attributes = useHighlightAttributes(source);
  return (
    <span className={className} {...attributes}>
      {text}
    </span>
  );
});
