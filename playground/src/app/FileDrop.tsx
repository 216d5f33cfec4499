import { useEffect, useRef } from 'react';
import { isOpenApiFile } from '../features/catalogue/sniff.js';
import type { PageActions } from './page-actions.js';
import { getReason } from '../ui/text.js';

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true;
}

/** The file to read of those that were dropped: the first OpenAPI document, else the first. */
async function chooseFile(
  files: readonly File[],
): Promise<{ readonly file: File | undefined; readonly isOpenApi: boolean }> {
  for (const file of files) if (await isOpenApiFile(file)) return { file, isOpenApi: true };
  return { file: files[0], isOpenApi: false };
}

interface FileDropProps {
  readonly actions: PageActions;
}

/** Takes files that are dropped anywhere on the page, and shows that it would while they are above it. */
export default function FileDrop({ actions }: FileDropProps) {
  const target = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const popover = target.current;
    const show = (visible: boolean) => popover?.togglePopover(visible);
    // It loads when files are dragged over the page.
    show(true);
    const read = async (files: readonly File[]) => {
      try {
        const { file, isOpenApi } = await chooseFile(files);
        if (file === undefined) return;
        if (isOpenApi) actions.open('catalogue', { source: { kind: 'file', file } });
        else await actions.openFile(file);
      } catch (error) {
        // It is a folder, or was moved meanwhile.
        const reason = getReason(error);
        actions.notify(`The file could not be read (${reason}); choose it in the catalogue instead.`);
      }
    };
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      // Otherwise the browser would open the file in place of the page.
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
      show(true);
    };
    const onDragLeave = (event: DragEvent) => {
      // Of the window, not of an element in it.
      if (event.relatedTarget === null) show(false);
    };
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      show(false);
      void read([...(event.dataTransfer?.files ?? [])]);
    };
    addEventListener('dragenter', onDragOver);
    addEventListener('dragover', onDragOver);
    addEventListener('dragleave', onDragLeave);
    addEventListener('drop', onDrop);
    return () => {
      removeEventListener('dragenter', onDragOver);
      removeEventListener('dragover', onDragOver);
      removeEventListener('dragleave', onDragLeave);
      removeEventListener('drop', onDrop);
    };
  }, [actions]);
  return (
    // In the top layer, above an open dialog too.
    <div className="file-drop" popover="manual" ref={target}>
      <p>Drop an OpenAPI document or requests here</p>
      <p className="note">JSON, YAML, HAR, Postman or commands; the file stays on this device.</p>
    </div>
  );
}
