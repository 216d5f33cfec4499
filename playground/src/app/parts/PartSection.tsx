import { memo, useId, type ReactNode } from 'react';
import type { Part } from './part.js';

type HeadProps = Pick<Part, 'title' | 'hint'>;

const PartHead = memo(function PartHead({ id, title, hint }: HeadProps & { readonly id: string }) {
  return (
    <div className="part-head">
      <h2 className="part-title" id={id}>
        {title}
      </h2>
      <p className="part-hint">{hint}</p>
    </div>
  );
});

interface PartSectionProps extends HeadProps {
  readonly name: string;
  /** Whether a small screen shows one of its views. */
  readonly shown: boolean;
  readonly children: ReactNode;
}

/** A part of the page under its heading. */
export function PartSection({ name, title, hint, shown, children }: PartSectionProps) {
  const id = useId();
  return (
    <section className={`part part-${name}`} data-away={!shown} aria-labelledby={id}>
      <PartHead id={id} title={title} hint={hint} />
      {children}
    </section>
  );
}
