import { useCallback } from 'react';
import AboutRoute from '../features/catalogue/AboutRoute.js';
import type { Operation } from '../features/catalogue/catalogue.js';
import type { BuilderAction } from '../features/request-builder/model/build.js';
import type { Form } from '../features/request-builder/model/form.js';
import { useLatest } from '../ui/rendering.js';
import { fillBody } from './fill-form.js';
import { setText } from '../features/request-builder/model/edit.js';

interface RouteDescriptionProps {
  readonly operation: Operation;
  readonly form: Form;
  readonly edit: (action: BuilderAction) => void;
}

/** The description of the route, and what it fills. */
export default function RouteDescription({ operation, form, edit }: RouteDescriptionProps) {
  const latest = useLatest(form);
  const setBaseUrl = useCallback((value: string) => edit(setText('baseUrl', value)), [edit]);
  const fill = useCallback(
    (members: 'required' | 'all') => edit(() => fillBody(operation, latest(), members)),
    [edit, latest, operation],
  );
  return (
    <AboutRoute
      // The choice of a server is that of one route.
      key={`${operation.method} ${operation.path}`}
      operation={operation}
      baseUrl={form.baseUrl}
      onBaseUrl={setBaseUrl}
      onFillBody={fill}
    />
  );
}
