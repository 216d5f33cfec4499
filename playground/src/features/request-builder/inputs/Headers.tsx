import { Suspense, useState } from 'react';
import { AddButton } from '../../../ui/fields.js';
import { lazyView } from '../../../ui/lazy-view.js';
import type { HeadersProps } from './HeaderList.js';

const HeaderList = lazyView(() => import('./HeaderList.js'));

/** The headers of the request. The code of a row loads with the first one. */
export function Headers(props: HeadersProps) {
  const { rows, dispatch } = props;
  const [opened, setOpened] = useState(false);
  if (rows.length > 0 && !opened) setOpened(true);
  return (
    <>
      {rows.length === 0 && (
        <p className="empty">
          No custom headers: <code>accept</code> and <code>user-agent</code> have defaults.
        </p>
      )}
      <Suspense fallback={null}>{opened && <HeaderList {...props} />}</Suspense>
      <AddButton label="Add header" onAdd={() => dispatch({ type: 'add-row', list: 'headers' })} />
    </>
  );
}
