import { createContext, lazy, useContext, useEffect, useMemo, useState, type ComponentType } from 'react';

/** `renew` makes the next rendering load the code again, `retry` also this one. */
const Reload = createContext({ renew: () => {}, retry: () => {} });

/** In place of a view whose code could not be loaded, such as without a network. */
function Unloaded() {
  const { renew, retry } = useContext(Reload);
  // Not before it is shown: a rendering that waits for its code begins anew, and would load it for ever.
  useEffect(() => renew, [renew]);
  return (
    <p className="failure">
      This part of the page could not be loaded.{' '}
      <button type="button" className="link" onClick={retry}>
        Try again
      </button>
    </p>
  );
}

/** A component whose code loads when it is first rendered; where that failed, again on request, or once it is rendered anew. */
export function lazyView<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): ComponentType<Props> {
  // The browser reports the file. Uncaught, the error would remove the whole page.
  const create = () => lazy((): ReturnType<typeof load> => load().catch(() => ({ default: Unloaded })));
  let latest = create();
  const renew = () => {
    latest = create();
  };
  return function View(props: Props) {
    const [Content, setContent] = useState(() => latest);
    const reload = useMemo(() => {
      const retry = () => {
        renew();
        setContent(() => latest);
      };
      return { renew, retry };
    }, []);
    return (
      <Reload value={reload}>
        <Content {...props} />
      </Reload>
    );
  };
}
