import type { AllHTMLAttributes, ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';

interface FrameProps {
  label: string;
  /** Shown below the label; screen readers read it with the field. */
  hint?: string | undefined;
  /** Why the value was rejected; screen readers read it with the field. */
  error?: string | undefined;
  optional?: boolean;
}

interface Described {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': 'true' | undefined;
}

// The attribute types of inputs depend on the input type, which a spread cannot express.
type Attributes<E extends HTMLElement> = Omit<AllHTMLAttributes<E>, 'label' | 'id' | 'role' | 'children'>;

type TextFieldProps = FrameProps & Attributes<HTMLInputElement>;

/** A text input with a label, a hint and an error. */
export function TextField({ label, hint, error, optional, ...input }: TextFieldProps) {
  return (
    <Frame label={label} hint={hint} error={error} optional={optional ?? false}>
      {(described) => <input type="text" {...(input as object)} {...described} />}
    </Frame>
  );
}

type SelectFieldProps = FrameProps & Attributes<HTMLSelectElement> & { children: ComponentChildren };

/** A native select with a label, a hint and an error. */
export function SelectField({ label, hint, error, optional, ...select }: SelectFieldProps) {
  return (
    <Frame label={label} hint={hint} error={error} optional={optional ?? false}>
      {(described) => <select {...(select as object)} {...described} />}
    </Frame>
  );
}

type TextAreaFieldProps = FrameProps & Attributes<HTMLTextAreaElement>;

/** A multi-line text input with a label, a hint and an error. */
export function TextAreaField({ label, hint, error, optional, ...area }: TextAreaFieldProps) {
  return (
    <Frame label={label} hint={hint} error={error} optional={optional ?? false}>
      {(described) => <textarea rows={3} {...(area as object)} {...described} />}
    </Frame>
  );
}

type CheckFieldProps = { label: string; hint?: string } & Omit<Attributes<HTMLInputElement>, 'type'>;

/** A checkbox with a label and a hint. */
export function CheckField({ label, hint, ...input }: CheckFieldProps) {
  const id = useId();
  return (
    <div class="check-field">
      <input
        type="checkbox"
        {...(input as object)}
        id={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
      <label for={id}>{label}</label>
      {hint !== undefined && (
        <p class="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

function Frame({
  label,
  hint,
  error,
  optional,
  children,
}: FrameProps & { children: (described: Described) => ComponentChildren }) {
  const id = useId();
  const about = [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`].filter(Boolean);
  return (
    <div class={error === undefined ? 'form-field' : 'form-field invalid'}>
      <label for={id}>
        {label}
        {optional === true && <span class="field-optional"> {t('common-optional')}</span>}
      </label>
      {children({
        id,
        'aria-describedby': about.length === 0 ? undefined : about.join(' '),
        'aria-invalid': error === undefined ? undefined : 'true',
      })}
      {hint !== undefined && (
        <p class="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
