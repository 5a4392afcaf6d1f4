import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

interface EmptyStateProps {
  title: string;
  text?: string;
  icon?: IconName;
  /** Actions for the user. */
  children?: ComponentChildren;
}

/** A placeholder for an empty list. */
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
