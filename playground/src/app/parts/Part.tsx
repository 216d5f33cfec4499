import { memo, useId, type ReactNode } from 'react';

interface PartProps {
  readonly name: 'build' | 'call';
  readonly title: string;
  readonly hint: ReactNode;
  readonly children: ReactNode;
}

const PartHead = memo(function PartHead({
  id,
  title,
  hint,
}: { readonly id: string } & Pick<PartProps, 'title' | 'hint'>) {
  return (
    <div className="part-head">
      <h2 className="part-title" id={id}>
        {title}
      </h2>
      <p className="part-hint">{hint}</p>
    </div>
  );
});

/** One of the things that the page is for. */
export function Part({ name, title, hint, children }: PartProps) {
  const id = useId();
  return (
    <section className={`part part-${name}`} aria-labelledby={id}>
      <PartHead id={id} title={title} hint={hint} />
      {children}
    </section>
  );
}
