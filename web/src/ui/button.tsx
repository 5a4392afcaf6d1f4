import type { ComponentChildren, JSX } from 'preact';

interface ButtonProps extends Omit<JSX.IntrinsicElements['button'], 'size' | 'type'> {
  /** `primary` for the one thing a page is for, `quiet` for the rest, `plain` without a border, `danger` for what cannot be undone. */
  kind?: 'primary' | 'quiet' | 'plain' | 'danger';
  small?: boolean;
  submit?: boolean;
  /** Work is under way: it cannot be pressed again, and says so. */
  busy?: boolean;
  children: ComponentChildren;
}

/** A button. It keeps the focus while `busy`, so that keyboard users stay where they are. */
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
