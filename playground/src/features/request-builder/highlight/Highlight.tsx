import type { Explanation } from 'endpoint.js/explain';
import {
  createContext,
  useContext,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  Fragment,
  memo,
  type FocusEvent,
  type KeyboardEventHandler,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { highlightAttributes, type HighlightSource } from './subjects.js';

/** The highlighted subject of the request, and the source of its sentence. */
export interface Highlight {
  /** Every element with this subject among its subjects is highlighted. */
  readonly subject: string;
  /** The source of the sentence that is shown, see `findSentence`. */
  readonly from: string;
}

/** A highlighted place: an element of the page, whose attributes hold its current subjects and source. */
type Place = Pick<Element, 'closest' | 'isConnected'>;

interface PlacedHighlight {
  readonly place: Place;
  readonly highlight: Highlight;
}

/** The place with its highlight; undefined if nothing explains it. */
function locate(place: Place | undefined): PlacedHighlight | undefined {
  const highlight = place?.isConnected === true ? findHighlight(place) : undefined;
  return place && highlight && { place, highlight };
}

/** Holds the current highlight: that of the pointer, else that of the caret, the focus or the last tap. */
export class HighlightStore {
  #focused: PlacedHighlight | undefined;
  #hovered: PlacedHighlight | undefined;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly current = (): Highlight | undefined => (this.#hovered ?? this.#focused)?.highlight;

  /** Highlights the place of the caret or the focus, wherever the pointer is. */
  focus(place: Place | undefined): void {
    this.#change(() => {
      this.#focused = locate(place);
      this.#hovered = undefined;
    });
  }

  /** Highlights the place of the pointer until it leaves. */
  hover(place: Place | undefined): void {
    this.#change(() => {
      this.#hovered = locate(place);
    });
  }

  /** Reads the highlighted places again: subjects and sources count by position, so those of an earlier form name other pieces now. */
  refresh(): void {
    this.#change(() => {
      this.#focused = locate(this.#focused?.place);
      this.#hovered = locate(this.#hovered?.place);
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
function findHighlight(target: Place): Highlight | undefined {
  const element = target.closest<HTMLElement>('[data-from]');
  const { subjects = '', from = '' } = element?.dataset ?? {};
  const subject = subjects.split(' ', 1)[0] ?? '';
  return from === '' || subject === '' ? undefined : { subject, from };
}

interface HighlightAreaProps {
  readonly className: string;
  /** The explanation of the content. */
  readonly explanation: Explanation;
  readonly onKeyDown: KeyboardEventHandler;
  readonly children: ReactNode;
}

const findElement = ({ target }: { readonly target: EventTarget | null }) =>
  target instanceof Element ? target : undefined;

/** Surrounds everything that is highlighted together, and listens for all of it. */
export function HighlightArea({ className, explanation, onKeyDown, children }: HighlightAreaProps) {
  const [store] = useState(() => new HighlightStore());
  const events = useMemo(() => {
    const onFocus = (event: FocusEvent | MouseEvent) => {
      const element = findElement(event);
      // The focus on a button, or in a field without an explanation, leaves the highlight.
      if (locate(element)) store.focus(element);
    };
    return {
      onPointerOver: (event: PointerEvent) => {
        if (event.pointerType !== 'touch') store.hover(findElement(event));
      },
      onPointerLeave: () => store.hover(undefined),
      onFocus,
      onClick: onFocus,
    };
  }, [store]);
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the explanation's pieces are read from the page
  useLayoutEffect(() => store.refresh(), [store, explanation]);
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
  /** Whether lines may break after its slashes, and before `?` and `&`. */
  readonly breaks?: boolean;
}

/** Where a line of a url may break. */
const BREAK = /(?<=[^:/]\/)|(?=[?&])/;

/** A piece of text that is highlighted with its subjects. */
export const HighlightSpan = memo(function HighlightSpan({ text, className, breaks, ...source }: HighlightSpanProps) {
  const attributes = useHighlightAttributes(source);
  return (
    <span className={className} {...attributes}>
      {breaks
        ? text.split(BREAK).map((piece, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- pieces never change places
            <Fragment key={index}>
              {/^[?&]/.test(piece) && <wbr />}
              {piece}
              {piece.endsWith('/') && <wbr />}
            </Fragment>
          ))
        : text}
    </span>
  );
});
