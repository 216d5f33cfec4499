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
import { LitStore, type Lit } from './store.js';

const LitContext = createContext(new LitStore());

export function useLitStore(): LitStore {
  return useContext(LitContext);
}

export function useLit(): Lit | undefined {
  const store = useLitStore();
  return useSyncExternalStore(store.subscribe, store.current);
}

/** Whether one of the subjects, parted by blanks, is lit. Only what changes renders again. */
export function useIsLit(subjects: string): boolean {
  const store = useLitStore();
  return useSyncExternalStore(store.subscribe, () => {
    const subject = store.current()?.subject;
    return subject !== undefined && ` ${subjects} `.includes(` ${subject} `);
  });
}

/** What an element says about what it stands for. */
export interface LitSource {
  /** Its own subject first, then those that it belongs to, parted by blanks. */
  readonly subjects: string;
  readonly from: string;
}

/** What `litOf` finds an element's source by. */
export function litAttributes({ subjects, from }: LitSource): { 'data-subjects': string; 'data-from': string } {
  return { 'data-subjects': subjects, 'data-from': from };
}

/** The source of an element, or of the closest one around it. */
export function litOf(target: EventTarget | null): Lit | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-from]') : null;
  // The sentences of an earlier form are not there any more.
  if (element?.closest('[data-stale="true"]')) return undefined;
  const { subjects = '', from = '' } = element?.dataset ?? {};
  const subject = subjects.split(' ', 1)[0] ?? '';
  return from === '' || subject === '' ? undefined : { subject, from };
}

interface LitAreaProps {
  readonly className: string;
  readonly onKeyDown: KeyboardEventHandler;
  readonly children: ReactNode;
}

/** Around all that lights up together: listens for all of it. */
export function LitArea({ className, onKeyDown, children }: LitAreaProps) {
  const [store] = useState(() => new LitStore());
  const events = useMemo(() => {
    const rest = ({ target }: FocusEvent | MouseEvent) => {
      const lit = litOf(target);
      if (lit) store.rest(lit);
    };
    return {
      onPointerOver: (event: PointerEvent) => {
        if (event.pointerType !== 'touch') store.hover(litOf(event.target));
      },
      onPointerLeave: () => store.hover(undefined),
      onFocus: rest,
      onClick: rest,
    };
  }, [store]);
  return (
    <LitContext value={store}>
      {/* Nothing here is operated: the pointer only shows what belongs together, as the focus does. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div className={className} onKeyDown={onKeyDown} {...events}>
        {children}
      </div>
    </LitContext>
  );
}
