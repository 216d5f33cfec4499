import { Dialog, DialogHead, useDialog } from '../../ui/containers/Dialog.js';
import { SHORTCUTS } from '../shortcuts/shortcuts.js';
import { Keys } from './Keys.js';

/** The shortcuts of the page. */
export default function Shortcuts({ onClosed }: { readonly onClosed: () => void }) {
  const { dialog, close } = useDialog();
  return (
    <Dialog dialog={dialog} label="Keyboard shortcuts" onClosed={onClosed}>
      <DialogHead title="Keyboard shortcuts" onClose={close} />
      <dl className="shortcuts">
        {SHORTCUTS.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              <Keys keys={keys} />
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
