import { QuietButton } from './buttons.js';
import { saveFile } from './save-file.js';

const ICON = 'M8 2v8M5 7.5 8 10.5l3-3M3 13.5h10';

interface DownloadButtonProps {
  readonly label: string;
  readonly file: string;
  /** The media type of the file. */
  readonly type: string;
  /** Writes the file's content; undefined for no file. */
  readonly write: () => string | undefined;
}

/** Downloads a text under a name. */
export function DownloadButton({ label, file, type, write }: DownloadButtonProps) {
  const download = () => {
    const text = write();
    if (text !== undefined) saveFile(file, new Blob([text], { type }));
  };
  return (
    <QuietButton icon={ICON} title={file} onClick={download}>
      {label}
    </QuietButton>
  );
}
