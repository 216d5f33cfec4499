import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { BuilderProps } from './model/build.js';
import { useHeightProperty } from '../../ui/rendering.js';
import { applyFixTo } from './fixes.js';
import { Inputs } from './inputs/Inputs.js';
import type { ParameterNotes } from './inputs/Parameters.js';
import { HighlightArea } from './highlight/Highlight.js';
import { Outputs } from './outputs/Outputs.js';
import { RequestLine } from './RequestLine.js';
import { RouteField } from './RouteField.js';
import { Send, type SendHandle } from './send/Send.js';

interface RequestBuilderProps extends BuilderProps {
  /** Descriptions of parameters, by name. */
  readonly notes?: ParameterNotes | undefined;
  /** Address of the bridge to a server that can send requests too. */
  readonly bridge?: string | undefined;
  /** Content below the built request. */
  readonly children?: ReactNode;
}

/** A route and its options on one side, the request built from them on the other; pieces that belong together are highlighted together. */
export function RequestBuilder({ state, dispatch, notes, bridge, children }: RequestBuilderProps) {
  const { form, problems, explanation } = state;
  const sender = useRef<SendHandle>(null);
  const line = useHeightProperty('--request-line-height');
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey)) return;
    if (event.key === 'Enter') sender.current?.send();
    if (event.key !== '.') return;
    const fix = [...problems, ...explanation.warnings].find((each) => each.fix !== undefined)?.fix;
    if (fix === undefined) return;
    event.preventDefault();
    dispatch({ type: 'load', form: applyFixTo(form, fix) });
  };
  return (
    <HighlightArea className="builder" onKeyDown={onKeyDown}>
      <RouteField state={state} dispatch={dispatch} />
      <div className="request-line-area" ref={line}>
        <RequestLine state={state} dispatch={dispatch} />
      </div>
      <div className="columns">
        <div className="column" data-part="inputs">
          <Inputs state={state} notes={notes} dispatch={dispatch} />
        </div>
        <div className="column column-result" data-part="outputs">
          <Outputs state={state} dispatch={dispatch} />
          <Send state={state} bridge={bridge} ref={sender} />
          {children}
        </div>
      </div>
    </HighlightArea>
  );
}
