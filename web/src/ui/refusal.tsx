import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';

/** Why something did not work; read out when it appears. */
export function Refusal({ children }: { children: ComponentChildren }) {
  return (
    <div class="refusal" role="alert">
      <Icon name="warning" />
      <div>{children}</div>
    </div>
  );
}
