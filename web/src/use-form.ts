import { useRef, useState } from 'preact/hooks';
import { ApiError } from './api/api-error.ts';
import { explain } from './error-message.ts';
import { t } from './i18n/i18n.ts';

/** Error messages by field name. */
export type FieldErrors = Readonly<Record<string, string>>;

type FieldMessages = Readonly<Record<string, string | ((error: ApiError) => string)>>;

interface FormOptions {
  /** Validates the form before it is sent. The form is sent if there are no errors. */
  check?: () => FieldErrors;
  /** Messages for fields that the API rejects, by field name. Other errors appear above the button. */
  fieldMessages?: FieldMessages;
  /** The field of an error that names none, by error code. */
  fieldByCode?: Readonly<Record<string, string>>;
  send(): Promise<void>;
}

/** The state of a form: progress and errors. It does not change the typed values. */
export function useForm({ check, fieldMessages = {}, fieldByCode = {}, send }: FormOptions) {
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [errorMessage, setErrorMessage] = useState<string>();
  const form = useRef<HTMLFormElement>(null);

  const showErrors = (invalid: FieldErrors) => {
    setErrors(invalid);
    // After the errors are rendered, focus the first invalid field.
    setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };
  const submit = async () => {
    const invalid = check?.() ?? {};
    setErrorMessage(undefined);
    if (Object.keys(invalid).length > 0) return showErrors(invalid);
    setErrors({});
    setBusy(true);
    try {
      await send();
    } catch (error) {
      const rejected = fieldErrors(error, fieldMessages, fieldByCode);
      if (Object.keys(rejected).length > 0) showErrors(rejected);
      else setErrorMessage(explain(error));
    } finally {
      setBusy(false);
    }
  };
  return {
    form,
    busy,
    errors,
    errorMessage,
    onSubmit(event: Event) {
      event.preventDefault();
      if (!busy) void submit();
    },
  };
}

function fieldErrors(
  error: unknown,
  fieldMessages: FieldMessages,
  fieldByCode: Readonly<Record<string, string>>,
): FieldErrors {
  if (!(error instanceof ApiError)) return {};
  const field = fieldByCode[error.code];
  if (field !== undefined) return { [field]: explainField(error) };
  const message = error.param === undefined ? undefined : fieldMessages[error.param];
  if (message === undefined || error.param === undefined) return {};
  return { [error.param]: typeof message === 'string' ? message : message(error) };
}

/** Where the API names no field, a form asks for the password of the account that is signed in. */
function explainField(error: ApiError): string {
  return error.code === 'INVALID_CREDENTIALS' ? t('error-wrong-password') : explain(error);
}
