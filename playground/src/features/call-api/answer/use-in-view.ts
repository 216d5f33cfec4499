import { useEffect, useRef, type RefObject } from 'react';

/** Screens with the result below the form, not beside it. */
const NARROW = '(max-width: 899px)';

/** On small screens, scrolls an element into sight when `id` changes. Attach the ref to the element. */
export function useInView(id: number | undefined): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (id === undefined || element.current === null || !matchMedia(NARROW).matches) return;
    const { top } = element.current.getBoundingClientRect();
    // At the bottom edge, too little of the element is visible.
    if (top >= 0 && top < innerHeight * 0.7) return;
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
    element.current.scrollIntoView({ block: 'start', behavior });
  }, [id]);
  return element;
}
