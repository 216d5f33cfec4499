import { Elapsed } from '../../../ui/controls/Elapsed.js';
import type { useOperations } from './use-operations.js';

interface OperationsHintProps {
  readonly operations: ReturnType<typeof useOperations>;
  readonly bridge: string;
}

/** Shows whether the server or the page labels the arguments. */
export function OperationsHint({ operations: { answer, asking, ask, cancel }, bridge }: OperationsHintProps) {
  if (asking !== undefined) {
    return (
      <>
        Asking the server for its operations … <Elapsed quiet startedAt={asking.startedAt} onCancel={cancel} />
      </>
    );
  }
  if (answer === undefined) return 'Labelled as this page knows the operations.';
  if (answer.kind === 'listed') return `Labelled as this server lists its ${answer.operations.length} operations.`;
  return (
    <>
      Labels of this page: the server didn’t list its own ({answer.problem}).{' '}
      <button type="button" className="link" onClick={() => ask(bridge)}>
        Ask again
      </button>
    </>
  );
}
