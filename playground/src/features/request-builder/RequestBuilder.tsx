import { Suspense, useCallback, useState, type KeyboardEvent, type ReactNode, useEffect } from 'react';
import type { BuilderProps } from './model/build.js';
import { keepHeight } from '../../ui/rendering.js';
import { dispatchFix } from './FixButton.js';
import { Inputs } from './inputs/Inputs.js';
import type { ParameterNotes } from './inputs/notes.js';
import { HighlightArea } from './highlight/Highlight.js';
import { Outputs, type OutputName } from './outputs/Outputs.js';
import type { PasteOptions } from './paste/use-paste.js';
import { RequestLine } from './RequestLine.js';
import { RouteField } from './RouteField.js';
import { useSender } from './send/sending.js';

/** Text fields beside the built request, whose change it shows. */
const FIELDS = ':is(.column, .route) :is(textarea, input:not([type="radio"], [type="checkbox"]))';

/**
 * Marks the page while one of the builder's text fields has the focus. A press changes the mark only after its end: a control that
 * moves under the pointer would miss the click.
 */
function useTypingMark(): void {
  useEffect(() => {
    const { documentElement: root } = document;
    let pressed = false;
    const update = () => {
      if (!pressed) root.toggleAttribute('data-typing', document.activeElement?.matches(FIELDS) === true);
    };
    const press = () => {
      pressed = true;
    };
    const release = () => {
      // The click follows.
      setTimeout(() => {
        pressed = false;
        update();
      });
    };
    // While the focus moves, no element has it.
    const leave = () => queueMicrotask(update);
    const listeners = { mousedown: press, mouseup: release, dragend: release, focusin: update, focusout: leave };
    for (const [name, listener] of Object.entries(listeners)) addEventListener(name, listener, true);
    return () => {
      for (const [name, listener] of Object.entries(listeners)) removeEventListener(name, listener, true);
      root.removeAttribute('data-typing');
    };
  }, []);
}

interface RequestBuilderProps extends BuilderProps, PasteOptions {
  /** Descriptions of parameters. */
  readonly notes?: ParameterNotes | undefined;
  /** The description of the route, which may load. */
  readonly about?: ReactNode;
  /** Called when a view of the request opens by itself; a small screen has to show the outputs then. */
  readonly onOutput: () => void;
  /** Whether this is a first visit, which begins with a highlight. */
  readonly isFirst?: boolean | undefined;
}

/** A route and its options on one side, the request built from them on the other; pieces that belong together are highlighted together. */
export function RequestBuilder({
  state,
  dispatch,
  notes,
  about,
  onOutput,
  isFirst = false,
  ...pasting
}: RequestBuilderProps) {
  const { problems, explanation } = state;
  const [output, setOutput] = useState<OutputName>('Request');
  const show = useCallback(
    (name: OutputName) => {
      setOutput(name);
      onOutput();
    },
    [onOutput],
  );
  const showResponse = useCallback(() => show('Response'), [show]);
  useTypingMark();
  const sender = useSender(state, showResponse);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey)) return;
    if (event.key === 'Enter') {
      // Else a focused button would cancel, or act otherwise; a held key sends once.
      event.preventDefault();
      if (!event.repeat) sender.send();
    }
    if (event.key !== '.') return;
    const fix = [...problems, ...explanation.warnings].find((each) => each.fix !== undefined)?.fix;
    if (fix === undefined) return;
    event.preventDefault();
    void dispatchFix(fix, dispatch);
  };
  return (
    <HighlightArea className="builder" onKeyDown={onKeyDown}>
      <RouteField state={state} dispatch={dispatch} {...pasting} />
      <Suspense fallback={null}>{about}</Suspense>
      <div className="request-line-area" ref={keepHeight}>
        <RequestLine state={state} dispatch={dispatch} sender={sender} onOutput={show} isFirst={isFirst} />
      </div>
      <div className="columns">
        <div className="column" data-part="inputs">
          <Inputs state={state} notes={notes} dispatch={dispatch} />
        </div>
        <div className="column column-result" data-part="outputs">
          <Outputs state={state} dispatch={dispatch} notes={notes} sender={sender} shown={output} onShow={setOutput} />
        </div>
      </div>
    </HighlightArea>
  );
}
