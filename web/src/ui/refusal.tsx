import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';

/** An error message. Screen readers announce it when it appears. */
export function Refusal({ children }: { children: ComponentChildren }) {
  return (
    <div class="refusal" role="alert">
      <Icon name="warning" />
      <div>{children}</div>
    </div>
  );
}
