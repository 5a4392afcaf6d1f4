import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';

/** An error message. Screen readers announce it when it appears. */
export function ErrorMessage({ children }: { children: ComponentChildren }) {
  return (
    <div class="error-message" role="alert">
      <Icon name="warning" />
      <div>{children}</div>
    </div>
  );
}
