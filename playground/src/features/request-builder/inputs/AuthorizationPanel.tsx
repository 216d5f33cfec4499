import { lazy, Suspense, useState } from 'react';
import type { BuilderProps } from '../model/build.js';

const Authorization = lazy(() => import('./Authorization.js'));

/** The credentials, which aren't part of the form. Folded until they are needed. */
export function AuthorizationPanel({ state, dispatch }: BuilderProps) {
  const { auth, surroundings, problems, form } = state;
  const [open, setOpen] = useState(false);
  const needed = auth.state !== 'none' && auth.state !== 'applied';
  return (
    <details
      className="panel box contained"
      open={open || needed}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="panel-title">
        Authorization <span className={needed ? 'warning' : 'note'}>{auth.state}</span>
      </summary>
      {(open || needed) && (
        <Suspense fallback={<p className="empty">Fetching the fields …</p>}>
          <Authorization
            auth={auth}
            problems={problems}
            surroundings={surroundings}
            baseUrl={form.baseUrl}
            dispatch={dispatch}
          />
        </Suspense>
      )}
    </details>
  );
}
