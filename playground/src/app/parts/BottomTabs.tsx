import { Icon } from '../icons.js';
import type { Shown } from '../use-page.js';

const PARTS: readonly { readonly name: Shown; readonly title: string }[] = [
  { name: 'inputs', title: 'Inputs' },
  { name: 'result', title: 'Result' },
  { name: 'call', title: 'Call' },
];

interface BottomTabsProps {
  readonly shown: Shown;
  readonly onShow: (part: Shown) => void;
}

/** Chooses the part of the page that a small screen shows. */
export function BottomTabs({ shown, onShow }: BottomTabsProps) {
  return (
    <nav className="bottom-tabs" aria-label="Parts of the page">
      {PARTS.map(({ name, title }) => (
        <button
          key={name}
          type="button"
          className="bottom-tab"
          aria-current={name === shown ? 'true' : undefined}
          onClick={() => {
            onShow(name);
            scrollTo({ top: 0 });
          }}
        >
          <Icon name={name} />
          {title}
        </button>
      ))}
    </nav>
  );
}
