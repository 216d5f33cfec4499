import { useEffect, useRef } from 'react';
import type { PageActions } from './page-actions.js';
import { getReason } from '../ui/text.js';

const EVENTS = ['dragenter', 'dragover', 'dragleave', 'drop'] as const;

/** Opens the first OpenAPI document of the files, else the requests of the first file. */
async function openFiles(files: readonly File[], actions: PageActions): Promise<void> {
  try {
    const { isOpenApiFile } = await import('../features/catalogue/sniff.js');
    for (const file of files) if (await isOpenApiFile(file)) return actions.open('catalogue', { kind: 'file', file });
    if (files[0]) await actions.openFile(files[0]);
  } catch (error) {
    // It is a folder, or was moved meanwhile.
    actions.notify(`The file could not be read (${getReason(error)}); choose it in the catalogue instead.`);
  }
  return undefined;
}

interface FileDropProps {
  readonly actions: PageActions;
  /** Whether it ignores them, and only keeps the browser from opening them in place of the page. */
  readonly disabled: boolean;
}

/** Takes files that are dropped anywhere on the page, and shows that it would while they are above it. */
export function FileDrop({ actions, disabled }: FileDropProps) {
  const target = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onDrag = (event: DragEvent) => {
      const { type, dataTransfer, relatedTarget } = event;
      if (dataTransfer?.types.includes('Files') !== true) return;
      // Otherwise the browser would open the file in place of the page.
      event.preventDefault();
      if (disabled) return;
      if (type === 'dragover') dataTransfer.dropEffect = 'copy';
      // They may leave an element in the window, not the window.
      target.current?.togglePopover(type !== 'drop' && (type !== 'dragleave' || relatedTarget !== null));
      if (type === 'drop') void openFiles([...dataTransfer.files], actions);
    };
    for (const name of EVENTS) addEventListener(name, onDrag);
    return () => {
      for (const name of EVENTS) removeEventListener(name, onDrag);
    };
  }, [actions, disabled]);
  return (
    // In the top layer, above an open dialog too.
    <div className="file-drop" popover="manual" ref={target}>
      <p>Drop an OpenAPI document or requests here</p>
      <p className="note">JSON, YAML, HAR, Postman or commands; the file stays on this device.</p>
    </div>
  );
}
