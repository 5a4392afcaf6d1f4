import type { ComponentChildren } from 'preact';

interface PageHeadProps {
  title: ComponentChildren;
  text?: ComponentChildren;
  /** Buttons at its end. */
  children?: ComponentChildren;
}

/** The heading of a page, with what can be done on it. */
export function PageHead({ title, text, children }: PageHeadProps) {
  return (
    <header class="page-head">
      <div>
        <h1>{title}</h1>
        {text !== undefined && <p>{text}</p>}
      </div>
      {children !== undefined && <div class="choices">{children}</div>}
    </header>
  );
}
