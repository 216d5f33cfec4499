import { createContext, lazy, useCallback, useContext, useState, type ComponentType } from 'react';

const Retry = createContext(() => {});

/** In place of a view whose code could not be loaded, such as without a network. */
function Unloaded() {
  return (
    <p className="failure">
      This part of the page could not be loaded.{' '}
      <button type="button" className="link" onClick={useContext(Retry)}>
        Try again
      </button>
    </p>
  );
}

/** A component whose code loads when it is first rendered, and again on request, or once it is rendered anew, where that failed. */
export function lazyView<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): ComponentType<Props> {
  const create = () =>
    lazy(async (): ReturnType<typeof load> => {
      try {
        return await load();
      } catch {
        // The browser reports the file. Uncaught, the error would remove the whole page.
        latest = create();
        return { default: Unloaded };
      }
    });
  let latest = create();
  return function View(props: Props) {
    const [Content, setContent] = useState(() => latest);
    const retry = useCallback(() => setContent(() => latest), []);
    return (
      <Retry value={retry}>
        <Content {...props} />
      </Retry>
    );
  };
}
