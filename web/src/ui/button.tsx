import type { ComponentChildren, JSX } from 'preact';

interface ButtonProps extends Omit<JSX.IntrinsicElements['button'], 'size' | 'type'> {
  /**
   * `primary` for the main action of a page, `quiet` for others, `plain` without a border, `danger` for irreversible
   * actions.
   */
  kind?: 'primary' | 'quiet' | 'plain' | 'danger';
  small?: boolean;
  submit?: boolean;
  /** An action is in progress: the button shows it and ignores clicks. */
  busy?: boolean;
  children: ComponentChildren;
}

/** A button. It keeps the focus while `busy`, so that keyboard users do not lose their position. */
export function Button({ kind = 'primary', small, submit, busy, class: extra, onClick, ...rest }: ButtonProps) {
  const names = ['button', kind === 'primary' ? '' : kind, small ? 'small' : '', busy ? 'busy' : '', extra ?? ''];
  return (
    <button
      {...rest}
      type={submit ? 'submit' : 'button'}
      class={names.filter(Boolean).join(' ')}
      aria-disabled={busy ? 'true' : undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
