import type { Dispatch, ReactNode } from 'react';
import type { BuilderState } from './build.js';
import type { FormAction } from './form.js';
import { Headers } from './Headers.js';
import { Parameters } from './Parameters.js';
import { problemAt } from './problems.js';
import { RequestLine } from './RequestLine.js';
import { Result } from './Result.js';
import { RouteField } from './RouteField.js';
import { BuilderSettings, MediaTypeSettings } from './Settings.js';

interface RequestBuilderProps {
  readonly state: BuilderState;
  readonly dispatch: Dispatch<FormAction>;
  /** What stands below the built request. */
  readonly children?: ReactNode;
}

/** A route and its options on one side, the request built from them on the other. */
export function RequestBuilder({ state, dispatch, children }: RequestBuilderProps) {
  const { form, variables, problems } = state;
  return (
    <>
      <RouteField route={form.route} problem={problemAt(problems, 'route')} dispatch={dispatch} />
      <RequestLine state={state} />
      <div className="columns">
        <div className="column">
          <Parameters form={form} variables={variables} problems={problems} dispatch={dispatch} />
          <Headers rows={form.headers} problems={problems} dispatch={dispatch} />
          <MediaTypeSettings form={form} problems={problems} dispatch={dispatch} />
          <BuilderSettings form={form} problems={problems} dispatch={dispatch} />
        </div>
        <div className="column column-result">
          <Result state={state} />
          {children}
        </div>
      </div>
    </>
  );
}
