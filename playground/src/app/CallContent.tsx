import { memo, useCallback, useMemo } from 'react';
import { CallApi } from '../features/call-api/CallApi.js';
import type { Form } from '../features/call-api/form/form.js';
import { writeBuildCall } from '../features/request-builder/model/build-call.js';
import { editDocument, type DocumentAction, type DocumentState } from './document/state.js';

interface CallContentProps {
  readonly state: DocumentState;
  readonly dispatch: (action: DocumentAction) => void;
  readonly shown: boolean;
}

/** The part that calls the service, at first with the request in Build. */
function CallContent({ state: { builder, timeline }, dispatch }: CallContentProps) {
  const edit = useCallback(
    (change: (form: Form) => Form) =>
      dispatch(editDocument((document) => ({ ...document, call: change(document.call) }))),
    [dispatch],
  );
  const followed = useMemo(
    () => ({
      request: writeBuildCall(builder),
      route: builder.form.route,
      leavesOutCredentials: builder.auth.state === 'applied',
    }),
    [builder],
  );
  return <CallApi form={timeline.present.call} onEdit={edit} followed={followed} />;
}

// A keystroke in the route doesn't render it again: it follows when it is shown.
export default memo(CallContent, (_, after) => !after.shown);
