const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** A shortcut as `aria-keyshortcuts` names it, with both of its first keys. */
export const describeKeys = (keys: string): string =>
  ['Control', 'Meta'].map((mod) => keys.replace('mod', mod).replaceAll(' ', '+')).join(' ');

/** The keys of a shortcut, separated by spaces; `mod` is ⌘ on Apple's machines and Ctrl elsewhere. */
export function Keys({ keys }: { readonly keys: string }) {
  return (
    <span className="keys muted">
      {keys.split(' ').map((key) => (
        <kbd key={key}>{key === 'mod' ? (IS_MAC ? '⌘' : 'Ctrl') : key}</kbd>
      ))}
    </span>
  );
}
