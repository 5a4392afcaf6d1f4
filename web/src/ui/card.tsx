import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface CardProps {
  title: string;
  text?: ComponentChildren;
  danger?: boolean;
  /** Buttons beside the heading. */
  actions?: ComponentChildren;
  children?: ComponentChildren;
}

/** A section of a page with a heading. */
export function Card({ title, text, danger, actions, children }: CardProps) {
  const id = useId();
  return (
    <section class={danger === true ? 'card danger-zone' : 'card'} aria-labelledby={id}>
      <header class="card-head">
        <div>
          <h2 id={id}>{title}</h2>
          {text !== undefined && <p>{text}</p>}
        </div>
        {actions !== undefined && <div class="choices">{actions}</div>}
      </header>
      {children}
    </section>
  );
}
