import { Suspense, useCallback, useMemo, useState, type ComponentType } from 'react';
import { lazyView } from '../ui/lazy-view.js';
import type { Operation } from '../features/catalogue/catalogue.js';
import type { BuilderAction } from '../features/request-builder/model/build.js';
import { RequestBuilder } from '../features/request-builder/RequestBuilder.js';
import { editBuilder, type DocumentAction, type DocumentState } from './document/state.js';
import type { PageActions } from './page-actions.js';
import type { PartName } from './views.js';

/** Everything that a part of the page may use. */
interface PartProps {
  readonly state: DocumentState;
  readonly dispatch: (action: DocumentAction) => void;
  readonly actions: PageActions;
  /** The route's entry in the catalogue; undefined for any other route. */
  readonly operation: Operation | undefined;
  /** Whether the page is embedded in another, and calls no server. */
  readonly embedded: boolean;
  /** Whether this is a first visit, which shows an example. */
  readonly isFirst: boolean;
  /** Whether the part is the one that the page shows. */
  readonly shown: boolean;
}

const RouteDescription = lazyView(() => import('./RouteDescription.js'));
const RouteOffer = lazyView(() => import('./RouteOffer.js'));

/** Whether the route is a url with a path, which a route of the catalogue may write. */
const isPlainUrl = ({ form, variables, request }: DocumentState['builder']): boolean =>
  request !== undefined && variables.length === 0 && /[^/]\/\w|^\S*\s*\/\w/.test(form.route);

function BuildPart({ state, dispatch, actions, operation, embedded, isFirst }: PartProps) {
  const { show, reader, saveCollection, applyRoute } = actions;
  const { builder } = state;
  const notes = useMemo(
    () =>
      operation &&
      new Map(operation.parameters.map((parameter) => [`${parameter.place} ${parameter.name}`, parameter])),
    [operation],
  );
  const onOutput = useCallback(() => show('result'), [show]);
  const edit = useCallback((action: BuilderAction) => dispatch(editBuilder(action)), [dispatch]);
  return (
    <RequestBuilder
      state={builder}
      dispatch={edit}
      notes={notes}
      onOutput={onOutput}
      reader={reader}
      isFirst={isFirst && !embedded}
      onSaveAll={embedded ? undefined : saveCollection}
      about={
        operation ? (
          <RouteDescription operation={operation} form={builder.form} edit={edit} />
        ) : (
          !embedded && isPlainUrl(builder) && <RouteOffer state={builder} onApply={applyRoute} />
        )
      }
    />
  );
}

const CallContent = lazyView(() => import('./CallContent.js'));

const LOADING = <p className="empty">Loading the form of a call …</p>;

/** Its code loads when it is shown for the first time. */
function CallPart({ state, dispatch, shown }: PartProps) {
  const [opened, setOpened] = useState(shown);
  if (shown && !opened) setOpened(true);
  return (
    <Suspense fallback={LOADING}>{opened && <CallContent state={state} dispatch={dispatch} shown={shown} />}</Suspense>
  );
}

/** The content of each part. */
export const CONTENTS: Readonly<Record<PartName, ComponentType<PartProps>>> = { build: BuildPart, call: CallPart };
