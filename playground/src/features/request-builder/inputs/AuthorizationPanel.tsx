import { lazy, Suspense } from 'react';
import { FoldedPanel } from '../../../ui/containers.js';
import type { BuilderProps } from '../model/build.js';

const Authorization = lazy(() => import('./Authorization.js'));

/** The credentials, which aren't part of the form. Folded until they are needed. */
export function AuthorizationPanel({ state, dispatch }: BuilderProps) {
  const { auth, surroundings, problems, form } = state;
  const needed = auth.state !== 'none' && auth.state !== 'applied';
  return (
    <FoldedPanel
      title="Authorization"
      summary={needed ? <span className="warning">{auth.state}</span> : auth.state}
      needed={needed}
    >
      <Suspense fallback={<p className="empty">Fetching the fields …</p>}>
        <Authorization
          auth={auth}
          problems={problems}
          surroundings={surroundings}
          baseUrl={form.baseUrl}
          dispatch={dispatch}
        />
      </Suspense>
    </FoldedPanel>
  );
}
