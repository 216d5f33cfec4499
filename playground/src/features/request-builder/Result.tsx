import { Code } from '../../components/Code.js';
import { CopyButton } from '../../components/CopyButton.js';
import { Panel } from '../../components/Panel.js';
import { Tabs } from '../../components/Tabs.js';
import type { BuilderState } from './build.js';
import { fetchSource } from './fetch-source.js';

function Copyable({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div className="copyable">
      <Code text={text} label={label} />
      <CopyButton text={text} label={label} />
    </div>
  );
}

/** The built request; dimmed where it is that of an earlier form, because this one has problems. */
export function Result({ state }: { readonly state: BuilderState }) {
  const { request, problems } = state;
  return (
    <Panel title="Request" className="result">
      {request === undefined ? (
        <p className="empty">Nothing built yet. The request appears here while you type the route.</p>
      ) : (
        <div data-stale={problems.length > 0}>
          <Tabs
            label="Views of the request"
            tabs={[
              {
                name: 'Options',
                content: <Copyable text={JSON.stringify(request, null, 2)} label="Request options" />,
              },
              { name: 'fetch', content: <Copyable text={fetchSource(request)} label="Call of fetch" /> },
            ]}
          />
        </div>
      )}
    </Panel>
  );
}
