import './auth.css';
import type { ComponentChildren } from 'preact';
import { usePageTitle } from '../../page-title.ts';

interface AuthPageProps {
  title: string;
  text?: string | undefined;
  /** Links to related pages, below the card. */
  aside?: ComponentChildren;
  children: ComponentChildren;
}

/** The layout of the sign-in pages: one small card in the middle. */
export function AuthPage({ title, text, aside, children }: AuthPageProps) {
  usePageTitle(title);
  return (
    <div class="auth-page">
      <div class="auth-card">
        <header>
          <img src="/favicon.svg" alt="" width="48" height="48" />
          <h1>{title}</h1>
          {text !== undefined && <p>{text}</p>}
        </header>
        {children}
      </div>
      {aside !== undefined && <p class="auth-aside">{aside}</p>}
    </div>
  );
}
