import type { RequestOptions } from 'endpoint.js';
import { lazy, Suspense, useMemo, useState, type Dispatch, type ReactNode } from 'react';
import { Panel } from '../../../ui/containers/Panel.js';
import { Tabs, type Tab } from '../../../ui/containers/Tabs.js';
import type { BuilderState, Built } from '../model/build.js';
import type { FormAction } from '../model/form.js';
import type { ChangesProps } from './Changes.js';
import { DroppedHeaders } from './DroppedHeaders.js';
import { hasSecrets } from '../../../secrets/masking.js';
import { Problems } from './Problems.js';
import { RequestView } from './RequestView.js';

const Snippets = lazy(() => import('./Snippets.js'));
const Steps = lazy(() => import('./Steps.js'));
const Changes = lazy(() => import('./Changes.js'));

interface OutputsProps {
  readonly state: BuilderState;
  readonly dispatch: Dispatch<FormAction>;
}

/** A view whose code is fetched when it is first opened. */
function Loaded({ children }: { readonly children: ReactNode }) {
  return <Suspense fallback={<p className="empty">Fetching this view …</p>}>{children}</Suspense>;
}

interface ViewsProps extends OutputsProps {
  readonly reveal: boolean;
}

function tabsOf(
  { state, dispatch, reveal }: ViewsProps,
  pinned: RequestOptions | undefined,
  onPin: ChangesProps['onPin'],
): Tab[] {
  const { form, built, problems, explanation } = state;
  const ofBuilt = (name: string, view: (shown: Built) => ReactNode): Tab => ({
    name,
    content:
      built === undefined ? (
        <p className="empty">Nothing built yet. The request appears here while you type the route.</p>
      ) : (
        <div data-stale={problems.length > 0}>
          <Loaded>{view(built)}</Loaded>
        </div>
      ),
  });
  return [
    ofBuilt('Request', (shown) => (
      <>
        <RequestView built={shown} reveal={reveal} />
        <DroppedHeaders headers={shown.droppedHeaders} />
      </>
    )),
    ofBuilt('Snippets', (shown) => <Snippets form={form} built={shown} reveal={reveal} />),
    {
      name: 'Steps',
      content: (
        <Loaded>
          <Steps steps={explanation.steps} reveal={reveal} />
        </Loaded>
      ),
    },
    ofBuilt('Changes', (shown) => <Changes request={shown.request} pinned={pinned} reveal={reveal} onPin={onPin} />),
    {
      name: 'Problems',
      badge: problems.length + explanation.warnings.length,
      content: <Problems state={state} dispatch={dispatch} />,
    },
  ];
}

/** What became of the form, from several sides. What is of an earlier form, because this one has problems, is dimmed. */
export function Outputs(props: OutputsProps) {
  const { built } = props.state;
  const [pinned, setPinned] = useState<RequestOptions>();
  const [reveal, setReveal] = useState(false);
  const secret = useMemo(() => built !== undefined && hasSecrets(built.request), [built]);
  return (
    <Panel
      title="Request"
      className="result"
      actions={
        secret && (
          <button
            type="button"
            className="button button-quiet"
            aria-pressed={reveal}
            onClick={() => setReveal(!reveal)}
          >
            {reveal ? 'Hide secrets' : 'Show secrets'}
          </button>
        )
      }
    >
      <Tabs label="Views of the request" tabs={tabsOf({ ...props, reveal }, pinned, setPinned)} />
    </Panel>
  );
}
