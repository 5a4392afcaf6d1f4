import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

interface EmptyStateProps {
  title: string;
  text?: string;
  icon?: IconName;
  /** It is the whole page, and its title the heading of the page. */
  isPage?: boolean;
  /** Actions for the user. */
  children?: ComponentChildren;
}

/** A placeholder for an empty list. */
export function EmptyState({ title, text, icon, isPage = false, children }: EmptyStateProps) {
  return (
    <div class="empty-state">
      {icon !== undefined && <Icon name={icon} />}
      {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
      {text !== undefined && <p>{text}</p>}
      {children !== undefined && <div class="choices">{children}</div>}
    </div>
  );
}
