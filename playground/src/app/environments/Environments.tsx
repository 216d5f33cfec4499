import { lazy, Suspense } from 'react';
import { createPortal } from 'react-dom';
import { EnvironmentSelect } from '../../features/environments/EnvironmentSelect.js';
import type { Variable } from '../../variables/references.js';
import type { DocumentAction } from '../document/state.js';
import type { OpenDialog, PageActions } from '../page-actions.js';
import { useEnvironments } from './use-environments.js';

const EnvironmentsDialog = lazy(() => import('../../features/environments/EnvironmentsDialog.js'));

interface EnvironmentsProps {
  /** The variables that the request has at its start. */
  readonly first: readonly Variable[];
  readonly dispatch: (action: DocumentAction) => void;
  readonly dialog: OpenDialog | undefined;
  readonly actions: PageActions;
}

/** The choice of the environment, and its editor when that is open. */
export default function Environments({ first, dispatch, dialog, actions }: EnvironmentsProps) {
  const { environments, active, kept, edit, select } = useEnvironments(first, dispatch);
  return (
    <>
      <EnvironmentSelect environments={environments.list} active={active} onSelect={select} />
      {/* Elsewhere: the header's rules are not for the dialog's content. */}
      {dialog?.name === 'environments' &&
        createPortal(
          <Suspense key={dialog.id} fallback={null}>
            <EnvironmentsDialog
              environments={environments}
              active={active}
              kept={kept}
              names={dialog.names ?? []}
              onEdit={edit}
              onSelect={select}
              onClosed={() => actions.closed(dialog)}
            />
          </Suspense>,
          document.body,
        )}
    </>
  );
}
