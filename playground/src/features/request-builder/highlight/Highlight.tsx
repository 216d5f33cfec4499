import {
  createContext,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  Fragment,
  memo,
  type FocusEvent,
  type KeyboardEventHandler,
  type MouseEvent,
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

/** The highlight of a place, or of the closest element around it; undefined if nothing explains it. */
function locate(place: Place | undefined): Highlight | undefined {
  const element = place?.isConnected === true ? place.closest<HTMLElement>('[data-from]') : undefined;
  const { subjects = '', from = '' } = element?.dataset ?? {};
  const [subject = ''] = subjects.split(' ', 1);
  return subject === '' || from === '' ? undefined : { subject, from };
}

/** Holds the current highlight: that of the pointer, else that of the caret, the focus or the last tap. */
export class HighlightStore {
  #focused: Place | undefined;
  #hovered: Place | undefined;
  #current: Highlight | undefined;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly current = (): Highlight | undefined => this.#current;

  /** Highlights the place of the caret or the focus, wherever the pointer is. */
  focus(place: Place | undefined): void {
    this.#focused = place;
    this.hover(undefined);
  }

  /** Highlights the place of the pointer until it leaves. */
  hover(place: Place | undefined): void {
    this.#hovered = place;
    this.refresh();
  }

  /** Reads the highlighted places again: subjects and sources count by position, so those of an earlier form name other pieces now. */
  refresh(): void {
    const before = this.#current;
    const now = locate(this.#hovered) ?? locate(this.#focused);
    if (before?.subject === now?.subject && before?.from === now?.from) return;
    this.#current = now;
    for (const listener of this.#listeners) listener();
  }
}

const HighlightContext = createContext(new HighlightStore());

export const useHighlightStore = () => useContext(HighlightContext);

export function useHighlight(): Highlight | undefined {
  const store = useHighlightStore();
  return useSyncExternalStore(store.subscribe, store.current);
}

interface HighlightAreaProps {
  readonly className: string;
  readonly onKeyDown: KeyboardEventHandler;
  readonly children: ReactNode;
}

const findElement = ({ target }: { readonly target: EventTarget | null }) =>
  target instanceof Element ? target : undefined;

/** Marks the elements with a subject. Without React, and only those that change: a keystroke may mark any element of the builder. */
function mark(area: Element, subject: string | undefined): void {
  for (const element of area.querySelectorAll('[data-subjects]:not(input)')) {
    const isMarked = subject !== undefined && ` ${element.getAttribute('data-subjects')} `.includes(` ${subject} `);
    if (isMarked === element.hasAttribute('data-highlighted')) continue;
    if (isMarked) element.setAttribute('data-highlighted', 'true');
    else element.removeAttribute('data-highlighted');
  }
}

/** Keeps an area marked, whatever renders there: once after all changes of the store and of the elements. */
function watch(store: HighlightStore, area: HTMLElement): () => void {
  const observer = new MutationObserver(() => {
    store.refresh();
    mark(area, store.current()?.subject);
  });
  observer.observe(area, {
    subtree: true,
    childList: true,
    attributeFilter: ['data-subjects', 'data-from', 'data-shown'],
  });
  const update = () => {
    area.dataset['shown'] = store.current()?.subject ?? '';
  };
  const stop = store.subscribe(update);
  update();
  return () => {
    observer.disconnect();
    stop();
  };
}

/** Surrounds everything that is highlighted together, and listens for all of it. */
export function HighlightArea({ className, onKeyDown, children }: HighlightAreaProps) {
  const [store] = useState(() => new HighlightStore());
  const area = useRef<HTMLDivElement>(null);
  const onFocus = (event: FocusEvent | MouseEvent) => {
    const element = findElement(event);
    // The focus on a button, or in a field without an explanation, leaves the highlight.
    if (locate(element)) store.focus(element);
  };
  useLayoutEffect(() => (area.current === null ? undefined : watch(store, area.current)), [store]);
  return (
    <HighlightContext value={store}>
      {/* Nothing here is operated: pointer and focus only show which pieces belong together. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        className={className}
        ref={area}
        onKeyDown={onKeyDown}
        onPointerOver={(event) => event.pointerType !== 'touch' && store.hover(findElement(event))}
        onPointerLeave={() => store.hover(undefined)}
        onFocus={onFocus}
        onClick={onFocus}
      >
        {children}
      </div>
    </HighlightContext>
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
  return (
    <span className={className} {...highlightAttributes(source)}>
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
