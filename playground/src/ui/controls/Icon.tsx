const PATHS = {
  catalogue: 'M3 2.5h8.5a1.5 1.5 0 0 1 1.5 1.5v9.5H4.5A1.5 1.5 0 0 1 3 12zM3 12a1.5 1.5 0 0 1 1.5-1.5H13M6 5.5h4',
  examples: 'M6.5 2h3M7 2v4.5L3.5 12.5a1 1 0 0 0 .9 1.5h7.2a1 1 0 0 0 .9-1.5L9 6.5V2M5.2 10h5.6',
  undo: 'M6 3.5 3 6.5l3 3M3.5 6.5H10a3 3 0 0 1 0 6H7',
  redo: 'm10 3.5 3 3-3 3M12.5 6.5H6a3 3 0 0 0 0 6h3',
  share: 'M8 10V2.5M5.5 4.5 8 2l2.5 2.5M3.5 8.5v5h9v-5',
  commands: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h7',
  inputs: 'M2.5 4.5h6M11.5 4.5h2M2.5 11.5h2M7.5 11.5h6M10 3v3M6 10v3',
  result: 'M5.5 4 2 8l3.5 4M10.5 4 14 8l-3.5 4',
  call: 'M14 2 7 9M14 2 9.5 14 7 9 2 6.5z',
  close: 'm4 4 8 8M12 4l-8 8',
} as const;

export function Icon({ name }: { readonly name: keyof typeof PATHS }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
