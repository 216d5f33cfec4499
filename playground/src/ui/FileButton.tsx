import { useRef } from 'react';

interface FileButtonProps {
  readonly label: string;
  /** Name of the input, for screen readers. */
  readonly inputLabel: string;
  /** Extensions and media types that the browser offers. */
  readonly accept: string;
  readonly onFile: (file: File) => void;
}

/** Asks for a file. */
export function FileButton({ label, inputLabel, accept, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className="button" onClick={() => input.current?.click()}>
        {label}
      </button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={inputLabel}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // The same file can be chosen again after a fix.
          target.value = '';
        }}
      />
    </>
  );
}
