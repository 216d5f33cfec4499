import { useEffect, useState } from 'react';
import { Dialog } from '../../ui/Dialog.js';
import type { ViewName } from '../views.js';
import type { PageActions } from '../page-actions.js';

interface Stop {
  readonly title: string;
  readonly text: string;
  /** Selector of the element that is outlined. */
  readonly at: string;
  readonly view: ViewName;
}

const STOPS: readonly [Stop, ...Stop[]] = [
  {
    title: 'Write a route',
    text: 'A method and a URL template: {name} and :name are filled in, {?name} becomes a query. Each keystroke rebuilds the request.',
    at: '.route',
    view: 'inputs',
  },
  {
    title: 'Enter values for the parameters',
    text: 'Each variable of the route has a row. Other parameters go into the query or the body, depending on the method.',
    at: '.part-build .column',
    view: 'inputs',
  },
  {
    title: 'See the request and its explanation',
    text: 'Method and URL stay in sight, with a sentence about the highlighted part: point at any other. Here is the whole request, and the origin of each line. Send is beside the URL.',
    at: '.part-build .column-result',
    view: 'result',
  },
  {
    title: 'Call the service',
    text: 'The same builder runs on a server. Send it a call by gRPC-Web and see the answer, its status and its bytes on the wire.',
    at: '.part-call',
    view: 'call',
  },
  {
    title: 'Find everything by name',
    text: 'Ctrl+K or ⌘K opens the commands: the catalogue of routes, saved requests, examples, links to share.',
    at: '.header-end',
    view: 'inputs',
  },
];

interface TourProps {
  readonly show: PageActions['show'];
  readonly onClosed: () => void;
}

/** A short tour of the page. */
export default function Tour({ show, onClosed }: TourProps) {
  const [index, setIndex] = useState(0);
  const { title, text, at, view } = STOPS[index] ?? STOPS[0];
  // Outlines the element of the stop.
  useEffect(() => {
    show(view);
    const frame = requestAnimationFrame(() => {
      const target = document.querySelector(at);
      target?.classList.add('tour-target');
      target?.scrollIntoView({ block: 'start' });
      scrollBy({ top: -96 });
    });
    return () => {
      cancelAnimationFrame(frame);
      document.querySelector(at)?.classList.remove('tour-target');
    };
  }, [at, view, show]);
  const isLast = index === STOPS.length - 1;
  const onEnd = () => {
    show('inputs');
    onClosed();
  };
  return (
    <Dialog label="Tour" className="dialog-tour" onClosed={onEnd}>
      {(close) => (
        <>
          <div aria-live="polite">
            <h2 className="dialog-title">{title}</h2>
            <p className="tour-text">{text}</p>
          </div>
          <div className="dialog-foot">
            <span className="dialog-hint note">
              {index + 1} of {STOPS.length}
            </span>
            {index > 0 && (
              <button type="button" className="button" onClick={() => setIndex(index - 1)}>
                Back
              </button>
            )}
            {!isLast && (
              <button type="button" className="button button-quiet" onClick={close}>
                Skip
              </button>
            )}
            <button
              type="button"
              className="button button-primary"
              data-focus-first
              onClick={isLast ? close : () => setIndex(index + 1)}
            >
              {isLast ? 'Done' : 'Next'}
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}
