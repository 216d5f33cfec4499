import { lazy, Suspense, useCallback, useMemo } from 'react';
import { AboutRoute } from '../../features/catalogue/AboutRoute.js';
import type { FormAction } from '../../features/request-builder/model/form.js';
import { RequestBuilder } from '../../features/request-builder/RequestBuilder.js';
import type { PartProps } from './part.js';

const ServerBuild = lazy(async () => ({
  default: (await import('../../features/call-api/ServerBuild.js')).ServerBuild,
}));

export function BuildPart({ state, dispatch, operation, embedded, idle }: PartProps) {
  const { builder } = state;
  const { bridge } = state.timeline.present.call;
  const notes = useMemo(
    () => operation && new Map(operation.parameters.map((parameter) => [parameter.name, parameter])),
    [operation],
  );
  const edit = useCallback((action: FormAction) => dispatch({ type: 'builder', action }), [dispatch]);
  return (
    <>
      {operation && <AboutRoute operation={operation} />}
      <RequestBuilder state={builder} dispatch={edit} notes={notes} bridge={embedded ? undefined : bridge}>
        <Suspense fallback={null}>
          {idle && !embedded && <ServerBuild bridge={bridge} local={builder.question} />}
        </Suspense>
      </RequestBuilder>
    </>
  );
}
