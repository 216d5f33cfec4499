/** The folded panels, whose fields load when they are opened. */
import { memo, Suspense } from 'react';
import { lazyView } from '../../../ui/lazy-view.js';
import { FoldedPanel } from '../../../ui/containers.js';
import type { DefaultsLayer, Form } from '../model/form.js';
import { findProblem } from '../model/problems.js';
import type { LayersProps } from './LayerList.js';
import type { SettingName, SettingsProps } from './SettingFields.js';

const LayerList = lazyView(() => import('./LayerList.js'));
const SettingFields = lazyView(() => import('./SettingFields.js'));

/** A panel of settings, which edits of other fields don't render again. `summarize` describes their values. */
function createPanel(title: string, names: readonly SettingName[], summarize: (form: Form) => string) {
  const SettingsPanel = (props: SettingsProps) => (
    <FoldedPanel
      title={title}
      summary={summarize(props.form)}
      needed={names.some((name) => findProblem(props.problems, name) !== undefined)}
    >
      <Suspense fallback={null}>
        <SettingFields {...props} names={names} />
      </Suspense>
    </FoldedPanel>
  );
  return memo(
    SettingsPanel,
    (before, after) =>
      before.dispatch === after.dispatch &&
      names.every(
        (name) =>
          before.form[name] === after.form[name] &&
          findProblem(before.problems, name)?.message === findProblem(after.problems, name)?.message,
      ),
  );
}

/** The settings of the `accept` header. */
export const MediaTypeSettings = createPanel(
  'Media type',
  ['format', 'previews'],
  ({ format, previews }) => [format, previews].filter((text) => text.trim() !== '').join(', ') || 'default',
);

/** The API that the builder is made for. */
export const BuilderSettings = createPanel(
  'API',
  ['baseUrl', 'vendor'],
  ({ baseUrl }) => baseUrl.trim() || 'relative to the page',
);

function describeLayers(layers: readonly DefaultsLayer[]): string {
  const off = layers.filter(({ on }) => !on).length;
  if (layers.length === 0) return 'none';
  return off === 0 ? String(layers.length) : `${layers.length}, ${off} off`;
}

/** Defaults, which the request's options override; each layer overrides the previous one. */
export function Layers(props: LayersProps) {
  return (
    <FoldedPanel title="Defaults" summary={describeLayers(props.layers)} needed={props.problems.length > 0}>
      <Suspense fallback={null}>
        <LayerList {...props} />
      </Suspense>
    </FoldedPanel>
  );
}
