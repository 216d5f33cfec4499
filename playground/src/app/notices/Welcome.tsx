import { useState } from 'react';
import { Icon, ICONS } from '../../ui/controls/Icon.js';
import { load, save } from '../document/storage.js';
import type { PageActions } from '../use-page.js';

const NAME = 'welcomed';

/** The starting points for a first visit. */
export function Welcome({ actions }: { readonly actions: PageActions }) {
  const [welcomed, setWelcomed] = useState(() => load(NAME) === true);
  if (welcomed) return null;
  const close = () => {
    save(NAME, true);
    setWelcomed(true);
  };
  return (
    <aside className="welcome contained" aria-label="Where to begin">
      <p>
        <b>New here?</b> Edit the route below and watch the request follow, or pick a GitHub route from the catalogue.
      </p>
      <div className="welcome-actions">
        <button type="button" className="button" onClick={() => actions.open('tour')}>
          Take the tour
        </button>
        <button type="button" className="button button-icon" aria-label="Close the welcome" onClick={close}>
          <Icon path={ICONS.close} />
        </button>
      </div>
    </aside>
  );
}
