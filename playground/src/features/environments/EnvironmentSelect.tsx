import { Select } from '../../ui/fields.js';
import type { Environment } from './environments.js';
import './environment-select.css';

interface EnvironmentSelectProps {
  readonly environments: readonly Environment[];
  /** Id of the environment whose values the request uses; empty for none. */
  readonly active: string;
  readonly onSelect: (id: string) => void;
}

/** Chooses the environment of the request; nothing while there is none. */
export function EnvironmentSelect({ environments, active, onSelect }: EnvironmentSelectProps) {
  if (environments.length === 0) return null;
  return (
    <div className="environment">
      <Select
        aria-label="Environment"
        // Objects keep the order of the ids: none is a number.
        options={Object.fromEntries([['', 'No environment'], ...environments.map(({ id, name }) => [id, name])])}
        value={active}
        onValue={onSelect}
      />
    </div>
  );
}
