import { useId, type ReactNode } from 'react';

interface PartProps {
  readonly title: string;
  readonly hint: ReactNode;
  readonly children: ReactNode;
}

/** One of the things that the page is for. */
export function Part({ title, hint, children }: PartProps) {
  const id = useId();
  return (
    <section className="part" aria-labelledby={id}>
      <div className="part-head">
        <h2 className="part-title" id={id}>
          {title}
        </h2>
        <p className="part-hint">{hint}</p>
      </div>
      {children}
    </section>
  );
}
