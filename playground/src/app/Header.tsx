import { Suspense, type MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { Icon, ICONS, Menu, QuietButton } from '../ui/buttons.js';
import { moveByKey } from '../ui/containers.js';
import { lazyView } from '../ui/lazy-view.js';
import type { MenuContentProps } from './dialogs/MenuContent.js';
import { findPart, PARTS, type ViewName } from './views.js';
import type { PageActions } from './page-actions.js';

function Brand() {
  return (
    <>
      <svg className="logo" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" />
        <path d="M12 8c-3 0-3.2 1.6-3.2 3.6S8.6 16 6.5 16c2.1 0 2.3 2.4 2.3 4.4S9 24 12 24M20 8c3 0 3.2 1.6 3.2 3.6S23.4 16 25.5 16c-2.1 0-2.3 2.4-2.3 4.4S23 24 20 24M16 15.9v.2" />
      </svg>
      <h1 className="brand">
        endpoint.js <span>playground</span>
      </h1>
    </>
  );
}

interface PartSwitchProps {
  readonly shown: ViewName;
  readonly onShow: PageActions['show'];
}

/** Leads past the header, to the first field of the shown part. */
function SkipLink({ shown, onShow }: PartSwitchProps) {
  const { name, skip, views } = findPart(shown);
  const onClick = (event: MouseEvent) => {
    // The hash of the address is the document's.
    event.preventDefault();
    if (shown !== views[0].name) flushSync(() => onShow(views[0].name));
    document.querySelector<HTMLElement>(skip.field)?.focus();
  };
  return (
    <a className="skip-link" href={`#part-${name}`} onClick={onClick}>
      {skip.title}
    </a>
  );
}

/** Chooses the part that the page shows; small screens have tabs at the bottom instead. */
function PartSwitch({ shown, onShow }: PartSwitchProps) {
  const current = PARTS.indexOf(findPart(shown));
  const show = (index: number) => onShow((PARTS[index] ?? PARTS[0]).views[0].name);
  return (
    <div className="choice flow part-switch" role="tablist" aria-label="Parts of the playground">
      {PARTS.map((part, index) => (
        <button
          key={part.name}
          type="button"
          role="tab"
          className="part-button"
          aria-controls={`part-${part.name}`}
          aria-selected={index === current}
          tabIndex={index === current ? 0 : -1}
          onClick={() => show(index)}
          onKeyDown={(event) => moveByKey(event, current, show)}
        >
          <Icon path={part.icon} />
          {part.label}
        </button>
      ))}
    </div>
  );
}

const MenuContent = lazyView(() => import('./dialogs/MenuContent.js'));

interface HeaderProps extends Omit<MenuContentProps, 'name'> {
  readonly shown: ViewName;
}

export function Header({ shown, ...menu }: HeaderProps) {
  const { open, show } = menu.actions;
  return (
    <header className="header">
      <SkipLink shown={shown} onShow={show} />
      <Brand />
      <PartSwitch shown={shown} onShow={show} />
      <div className="header-end">
        <QuietButton icon={ICONS.catalogue} aria-label="Catalogue" onClick={() => open('catalogue')}>
          <span className="button-text">Catalogue</span>
        </QuietButton>
        <QuietButton icon={ICONS.saved} aria-label="Saved" onClick={() => open('saved')}>
          <span className="button-text">Saved</span>
        </QuietButton>
        {(['Share', 'Menu'] as const).map((name) => (
          <Menu key={name} label={name} icon={ICONS[name === 'Share' ? 'share' : 'menu']}>
            <Suspense fallback={null}>
              <MenuContent name={name} {...menu} />
            </Suspense>
          </Menu>
        ))}
      </div>
    </header>
  );
}
