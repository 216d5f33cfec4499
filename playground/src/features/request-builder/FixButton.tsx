import type { Fix } from 'endpoint.js/explain';
import { useState } from 'react';
import type { BuilderProps } from './model/build.js';
import { Sentence } from '../../ui/containers.js';

type Dispatch = BuilderProps['dispatch'];

/** Loads the code of fixes; undefined if that fails, which the browser reports. */
const loadFixes = () => import('./model/fix.js').catch(() => undefined);

/** Applies a fix to the form as it is then; false if its code could not be loaded. */
export async function dispatchFix(fix: Fix, dispatch: Dispatch): Promise<boolean> {
  const fixes = await loadFixes();
  if (fixes !== undefined) dispatch((form) => fixes.applyFixTo(form, fix));
  return fixes !== undefined;
}

/** Applies a fix to the form. */
export function FixButton({ fix, dispatch }: { readonly fix: Fix; readonly dispatch: Dispatch }) {
  const [isApplied, setApplied] = useState(true);
  return (
    <>
      <button type="button" className="button fix" onClick={() => void dispatchFix(fix, dispatch).then(setApplied)}>
        <span>
          <Sentence text={fix.label} />
        </span>
      </button>
      {!isApplied && (
        <span className="note" role="alert">
          The fix could not be loaded. Try again.
        </span>
      )}
    </>
  );
}
