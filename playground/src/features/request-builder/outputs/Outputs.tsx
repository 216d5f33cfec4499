import { Suspense, useState } from 'react';
import { lazyView } from '../../../ui/lazy-view.js';
import { hasSecrets } from '../../../secrets/secrets.js';
import { Tabs } from '../../../ui/containers.js';
import { revealAuth } from '../model/build.js';
import type { Output, OutputProps } from './output.js';
import { RequestView } from './RequestView.js';

const ResponseView = lazyView(() => import('../send/ResponseView.js'));

/** The tabs, from left to right. A lazy view is loaded when it is first opened. */
const OUTPUTS = [
  { label: 'Request', component: RequestView },
  { label: 'Response', component: ({ sender }) => <ResponseView sender={sender} /> },
  { label: 'Code', component: lazyView(() => import('./Snippets.js')) },
  {
    label: 'Why',
    component: lazyView(() => import('./Why.js')),
    count: ({ problems, missing, explanation }) => problems.length + missing.length + explanation.warnings.length,
  },
] as const satisfies readonly Output[];

export type OutputName = (typeof OUTPUTS)[number]['label'];

const LOADING = <p className="empty">Fetching this view …</p>;

interface OutputsProps extends Omit<OutputProps, 'reveal'> {
  readonly shown: OutputName;
  readonly onShow: (name: OutputName) => void;
}

/** Views of the request of the form. */
export function Outputs({ state, dispatch, notes, sender, shown, onShow }: OutputsProps) {
  const [reveal, setReveal] = useState(false);
  const isSecret = state.auth.state === 'applied' || hasSecrets(state.explanation.request);
  const tabs = OUTPUTS.map(({ label, count, component: View }: Output) => ({
    label,
    badge: count?.(state),
    warns: true,
    content: (
      <Suspense fallback={LOADING}>
        <View
          state={reveal ? revealAuth(state) : state}
          sender={sender}
          dispatch={dispatch}
          reveal={reveal}
          notes={notes}
        />
      </Suspense>
    ),
  }));
  return (
    <section className="panel box contained result" aria-label="Result">
      <Tabs
        label="Views of the request"
        tabs={tabs}
        shown={OUTPUTS.findIndex(({ label }) => label === shown)}
        onShow={(index) => onShow(OUTPUTS[index]?.label ?? 'Request')}
      />
      {isSecret && (
        <button
          type="button"
          className="button button-quiet reveal"
          aria-pressed={reveal}
          onClick={() => setReveal(!reveal)}
        >
          {reveal ? 'Hide secrets' : 'Show secrets'}
        </button>
      )}
    </section>
  );
}
