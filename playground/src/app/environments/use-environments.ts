import { useCallback, useEffect, useRef, useState } from 'react';
import type { EnvironmentsChange } from '../../features/environments/editing.js';
import type { Variable } from '../../variables/references.js';
import type { DocumentAction } from '../document/state.js';
import { listen } from '../document/listen.js';
import { ENVIRONMENTS } from '../document/storage.js';
import { findVariables, loadActive, loadEnvironments, saveActive, saveEnvironments } from './stored.js';

/** Passes the values of the environment to the request; at first it has those of its start. */
function useVariables(
  variables: readonly Variable[],
  first: readonly Variable[],
  dispatch: (action: DocumentAction) => void,
) {
  const used = useRef(first);
  useEffect(() => {
    if (JSON.stringify(used.current) === JSON.stringify(variables)) return;
    used.current = variables;
    dispatch({ type: 'surroundings', change: { variables } });
  }, [dispatch, variables]);
}

/** The environments of this device, the choice of this tab, and their editing. */
export function useEnvironments(first: readonly Variable[], dispatch: (action: DocumentAction) => void) {
  const [environments, show] = useState(loadEnvironments);
  const [active, setActive] = useState(loadActive);
  /** Whether the device keeps them. */
  const [kept, setKept] = useState(true);
  const latest = useRef({ environments, kept });
  useVariables(findVariables(environments, active), first, dispatch);

  const edit = useCallback((change: EnvironmentsChange) => {
    // Another tab may have changed them meanwhile; a device that keeps nothing has only those of this tab.
    const next = change(latest.current.kept ? loadEnvironments() : latest.current.environments);
    const keeps = saveEnvironments(next);
    latest.current = { environments: next, kept: keeps };
    show(next);
    setKept(keeps);
  }, []);

  useEffect(
    () =>
      listen(ENVIRONMENTS, () => {
        show(loadEnvironments());
        setActive(loadActive());
      }),
    [],
  );

  const select = useCallback((id: string) => {
    saveActive(id);
    setActive(id);
  }, []);

  return { environments, active, kept, edit, select };
}
