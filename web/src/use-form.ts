import { useRef, useState } from 'preact/hooks';
import { ApiError } from './api/api-error.ts';
import { explain } from './texts/errors.ts';

/** What is wrong with the fields of a form, by their names. */
export type FieldErrors = Readonly<Record<string, string>>;

interface FormOptions {
  /** Looks at what was typed before it is sent; an empty answer sends it. */
  check?: () => FieldErrors;
  /** What is said beside a field that the service refused, by its name. Others are said above the button. */
  sayings?: FieldErrors;
  /** The field that a refusal is about which names none, by its code. */
  fieldOfCode?: Readonly<Record<string, string>>;
  send(): Promise<void>;
}

/** The state of a form: what is being sent, what was refused and why. What was typed is never touched. */
export function useForm({ check, sayings = {}, fieldOfCode = {}, send }: FormOptions) {
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [refusal, setRefusal] = useState<string>();
  const form = useRef<HTMLFormElement>(null);

  const refuse = (wrong: FieldErrors) => {
    setErrors(wrong);
    // After it has been drawn: the keyboard goes to the first field that is wrong.
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
