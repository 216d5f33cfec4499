import { lazy, memo, Suspense, useCallback } from 'react';
import type { FormAction } from '../../features/call-api/form/form.js';
import type { PartProps } from './part.js';

// A keystroke in the route doesn't render it again.
const CallApi = lazy(async () => ({ default: memo((await import('../../features/call-api/CallApi.js')).CallApi) }));

export function CallPart({ state, dispatch, idle }: PartProps) {
  const edit = useCallback((action: FormAction) => dispatch({ type: 'call', action }), [dispatch]);
  return <Suspense fallback={null}>{idle && <CallApi form={state.timeline.present.call} dispatch={edit} />}</Suspense>;
}
