/** Paths of icons, drawn in a box of 16 by 16. */
export const ICONS = {
  catalogue: 'M3 2.5h8.5a1.5 1.5 0 0 1 1.5 1.5v9.5H4.5A1.5 1.5 0 0 1 3 12zM3 12a1.5 1.5 0 0 1 1.5-1.5H13M6 5.5h4',
  examples: 'M6.5 2h3M7 2v4.5L3.5 12.5a1 1 0 0 0 .9 1.5h7.2a1 1 0 0 0 .9-1.5L9 6.5V2M5.2 10h5.6',
  undo: 'M6 3.5 3 6.5l3 3M3.5 6.5H10a3 3 0 0 1 0 6H7',
  redo: 'm10 3.5 3 3-3 3M12.5 6.5H6a3 3 0 0 0 0 6h3',
  share: 'M8 10V2.5M5.5 4.5 8 2l2.5 2.5M3.5 8.5v5h9v-5',
  commands: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h7',
  close: 'm4 4 8 8M12 4l-8 8',
  add: 'M8 3v10M3 8h10',
  copy: 'M5.5 5.5h7v8h-7zM10 5.5v-3H3.5v8h2',
  done: 'm3 8.5 3.5 3.5L13 4.5',
  problem: 'M8 1.5 15 14H1L8 1.5Z M8 6v4 M8 11.8v.4',
} as const;

export function Icon({ path, className }: { readonly path: string; readonly className?: string }) {
  return (
    <svg className={className} viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
