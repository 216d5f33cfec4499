import { useEffect, useState, useCallback, useLayoutEffect, useRef, type RefCallback } from 'react';
import { getReason } from './text.js';

/** The value of the latest rendering, for callbacks that run later; the returned function never changes. */
export function useLatest<Value>(value: Value): () => Value {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  }, [value]);
  return useCallback(() => latest.current, []);
}

/** Scrolls the focused element clear of a bar that grew over it; a large one stays where its text is read. */
function keepFocusClear(bar: HTMLElement): void {
  const focused = document.activeElement;
  if (focused === null || focused === document.body || bar.contains(focused)) return;
  const { top, bottom, height } = focused.getBoundingClientRect();
  const { top: barTop, bottom: barBottom } = bar.getBoundingClientRect();
  if (height < innerHeight / 2 && top < barBottom && bottom > barTop) focused.scrollIntoView({ block: 'nearest' });
}

/**
 * Keeps the height of an element, in px, in a custom property of the page, `--request-line-height`: for the offsets of everything that
 * must stay clear of it. The ref of the element, a bar that sticks to the top.
 */
export const keepHeight: RefCallback<HTMLElement> = (element: HTMLElement) => {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    style.setProperty('--request-line-height', `${Math.ceil(element.offsetHeight)}px`);
    keepFocusClear(element);
  });
  observer.observe(element);
  // Within a frame the bar can change twice, and have its height again. A pressed element stays under the pointer.
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof Element && !target.matches(':active')) keepFocusClear(element);
  };
  addEventListener('focusin', onFocus);
  return () => {
    observer.disconnect();
    removeEventListener('focusin', onFocus);
  };
};

/**
 * Brings the focused element back into sight where content that arrives late moves it away, as a user can't tell then where the
 * focus is. What the user scrolls away stays away.
 */
export function useFocusInSight(): void {
  useEffect(() => {
    let scrolled = false;
    const observer = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting) scrolled = false;
        else if (!scrolled && target.matches(':focus')) target.scrollIntoView({ block: 'nearest' });
      }
    });
    const onFocus = ({ target }: FocusEvent) => {
      observer.disconnect();
      if (target instanceof Element) observer.observe(target);
    };
    const onScroll = () => {
      scrolled = true;
    };
    document.addEventListener('focusin', onFocus);
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('scroll', onScroll, { capture: true });
    };
  }, []);
}

/** The state of {@link useRun}. */
export type RunState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'running'; readonly startedAt: number }
  | { readonly phase: 'failed'; readonly reason: string };

/** Runs one piece of work at a time: new work cancels the previous one, and so does unmounting. */
export function useRun() {
  const [state, setState] = useState<RunState>({ phase: 'idle' });
  const running = useRef<AbortController>(undefined);

  const run = useCallback(async (work: (signal: AbortSignal) => Promise<void>) => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setState({ phase: 'running', startedAt: performance.now() });
    let ended: RunState = { phase: 'idle' };
    try {
      await work(controller.signal);
    } catch (error) {
      ended = { phase: 'failed', reason: getReason(error) };
    }
    if (running.current === controller) setState(ended);
  }, []);

  const cancel = useCallback(() => running.current?.abort(), []);
  useEffect(() => cancel, [cancel]);
  return { state, run, cancel };
}
