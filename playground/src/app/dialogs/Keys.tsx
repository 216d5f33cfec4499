const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Keys of one shortcut; `mod` is ⌘ on Apple's machines and Ctrl elsewhere. */
export function Keys({ keys }: { readonly keys: readonly string[] }) {
  return (
    <span className="keys">
      {keys.map((key) => (
        <kbd key={key}>{key === 'mod' ? (IS_MAC ? '⌘' : 'Ctrl') : key}</kbd>
      ))}
    </span>
  );
}
