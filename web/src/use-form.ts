import { useRef, useState } from 'preact/hooks';
import { ApiError } from './api/api-error.ts';
import { explain } from './texts/errors.ts';

/** Error messages by field name. */
export type FieldErrors = Readonly<Record<string, string>>;

interface FormOptions {
  /** Validates the form before it is sent. The form is sent if there are no errors. */
  check?: () => FieldErrors;
  /** Messages for fields that the API rejects, by field name. Other errors appear above the button. */
  sayings?: FieldErrors;
  /** The field of an error that names none, by error code. */
  fieldOfCode?: Readonly<Record<string, string>>;
  send(): Promise<void>;
}

/** The state of a form: progress and errors. It does not change the typed values. */
export function useForm({ check, sayings = {}, fieldOfCode = {}, send }: FormOptions) {
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [refusal, setRefusal] = useState<string>();
  const form = useRef<HTMLFormElement>(null);

  const refuse = (wrong: FieldErrors) => {
    setErrors(wrong);
    // After the errors are rendered, focus the first invalid field.
    setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };
  const submit = async () => {
    const wrong = check?.() ?? {};
    setRefusal(undefined);
    if (Object.keys(wrong).length > 0) return refuse(wrong);
    setErrors({});
    setBusy(true);
    try {
      await send();
    } catch (error) {
      const refused = fieldErrors(error, sayings, fieldOfCode);
      if (Object.keys(refused).length > 0) refuse(refused);
      else setRefusal(explain(error));
    } finally {
      setBusy(false);
    }
  };
  return {
    form,
    busy,
    errors,
    refusal,
    onSubmit(event: Event) {
      event.preventDefault();
      if (!busy) void submit();
    },
  };
}

function fieldErrors(error: unknown, sayings: FieldErrors, fieldOfCode: Readonly<Record<string, string>>): FieldErrors {
  if (!(error instanceof ApiError)) return {};
  const field = fieldOfCode[error.code];
  if (field !== undefined) return { [field]: explain(error) };
  const saying = error.param === undefined ? undefined : sayings[error.param];
  return saying === undefined || error.param === undefined ? {} : { [error.param]: saying };
}
