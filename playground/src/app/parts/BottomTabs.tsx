import { Icon } from '../../ui/controls/Icon.js';
import { VIEWS, type ViewName } from './parts.js';

interface BottomTabsProps {
  readonly shown: ViewName;
  readonly onShow: (view: ViewName) => void;
}

/** Chooses the view that a small screen shows. */
export function BottomTabs({ shown, onShow }: BottomTabsProps) {
  return (
    <nav className="bottom-tabs" aria-label="Parts of the page">
      {VIEWS.map(({ name, title, icon }) => (
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
          <Icon path={icon} />
          {title}
        </button>
      ))}
    </nav>
  );
}
