import { useEffect, useRef, type RefObject } from 'react';

/** Where the result stands below the form, and not beside it. */
const NARROW = '(max-width: 899px)';

/** On small screens, brings an element into sight when `id` changes to another one. The ref goes to the element. */
export function useInView(id: number | undefined): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (id === undefined || element.current === null || !matchMedia(NARROW).matches) return;
    const { top } = element.current.getBoundingClientRect();
    // What is at the bottom edge shows too little of itself.
    if (top >= 0 && top < innerHeight * 0.7) return;
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
    element.current.scrollIntoView({ block: 'start', behavior });
  }, [id]);
  return element;
}
