import type { ComponentChildren } from 'preact';

interface PageHeadProps {
  title: ComponentChildren;
  text?: ComponentChildren;
  /** Action buttons. */
  children?: ComponentChildren;
}

/** The heading and the actions of a page. */
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
