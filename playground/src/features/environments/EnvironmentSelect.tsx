import { ICONS, QuietButton } from '../../ui/buttons.js';
import { Select } from '../../ui/fields.js';
import type { Environment } from './environments.js';
import './environment-select.css';

interface EnvironmentSelectProps {
  readonly environments: readonly Environment[];
  /** Id of the environment whose values the request uses; empty for none. */
  readonly active: string;
  readonly onSelect: (id: string) => void;
  /** Opens the editor. */
  readonly onEdit: () => void;
}

/** Chooses the environment of the request, and opens their editor. Without environments it is the button alone. */
export function EnvironmentSelect(props: EnvironmentSelectProps) {
  const { environments, active, onSelect, onEdit } = props;
  return (
    <div className="environment">
      {environments.length > 0 && (
        <Select
          aria-label="Environment"
          // Before the ids, whose order objects keep: none is a number.
          options={Object.fromEntries([['', 'No environment'], ...environments.map(({ id, name }) => [id, name])])}
          value={active}
          onValue={onSelect}
        />
      )}
      <QuietButton
        icon={ICONS.variables}
        aria-label="Environments"
        title="Environments and their variables"
        onClick={onEdit}
      >
        {environments.length === 0 && <span className="button-text">Variables</span>}
      </QuietButton>
    </div>
  );
}
