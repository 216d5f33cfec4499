import type { Fix } from 'endpoint.js/explain';
import type { BuilderProps } from './model/build.js';
import { Sentence } from '../../ui/containers.js';

type Dispatch = BuilderProps['dispatch'];

/** Applies a fix to the form as it is then. */
export async function dispatchFix(fix: Fix, dispatch: Dispatch): Promise<void> {
  const { applyFixTo } = await import('./model/keep-rows.js');
  dispatch({ type: 'edit', edit: (form) => applyFixTo(form, fix) });
}

/** Applies a fix to the form. */
export function FixButton({ fix, dispatch }: { readonly fix: Fix; readonly dispatch: Dispatch }) {
  return (
    <button type="button" className="button fix" onClick={() => void dispatchFix(fix, dispatch)}>
      <span>
        <Sentence text={fix.label} />
      </span>
    </button>
  );
}
