import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

interface EmptyStateProps {
  title: string;
  text?: string;
  icon?: IconName;
  /** What can be done about it. */
  children?: ComponentChildren;
}

/** What is said where nothing is there yet. */
export function EmptyState({ title, text, icon, children }: EmptyStateProps) {
  return (
    <div class="empty-state">
      {icon !== undefined && <Icon name={icon} />}
      <h2>{title}</h2>
      {text !== undefined && <p>{text}</p>}
      {children !== undefined && <div class="choices">{children}</div>}
    </div>
  );
}
