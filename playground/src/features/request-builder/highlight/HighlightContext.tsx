import {
  createContext,
  useContext,
  useMemo,
  useState,
  useSyncExternalStore,
  type FocusEvent,
  type KeyboardEventHandler,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { HighlightStore, type Highlight } from './store.js';

const HighlightContext = createContext(new HighlightStore());

export function useHighlightStore(): HighlightStore {
  return useContext(HighlightContext);
}

export function useHighlight(): Highlight | undefined {
  const store = useHighlightStore();
  return useSyncExternalStore(store.subscribe, store.current);
}

/** Whether one of the subjects, separated by spaces, is highlighted. Only elements that change render again. */
export function useIsHighlighted(subjects: string): boolean {
  const store = useHighlightStore();
  return useSyncExternalStore(store.subscribe, () => {
    const subject = store.current()?.subject;
    return subject !== undefined && ` ${subjects} `.includes(` ${subject} `);
  });
}

/** The subjects of an element, and the source of its sentence. */
export interface HighlightSource {
  /** The element's own subject, then those that it belongs to, separated by spaces. */
  readonly subjects: string;
  readonly from: string;
}

/** For elements without a subject. */
export const NO_SOURCE: HighlightSource = { subjects: '', from: '' };

/** The attributes by which `findHighlight` finds an element's source. */
export function highlightAttributes({ subjects, from }: HighlightSource): {
  'data-subjects': string;
  'data-from': string;
} {
  return { 'data-subjects': subjects, 'data-from': from };
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
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div className={className} onKeyDown={onKeyDown} {...events}>
        {children}
      </div>
    </HighlightContext>
  );
}
