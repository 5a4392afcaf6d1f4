import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { SignedIn } from '../../../../src/api/accounts.ts';
import type { SecondStep as StepInfo } from '../../../../src/api/second-factors.ts';
import { api } from '../../api/api.ts';
import { ApiError } from '../../api/api-error.ts';
import { explain } from '../../error-message.ts';
import { t } from '../../i18n/i18n.ts';
import { canUsePasskeys, signWithPasskey } from '../../passkeys.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorMessage } from '../../ui/error-message.tsx';
import { TextField } from '../../ui/field.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useForm } from '../../use-form.ts';

type Method = StepInfo['methods'][number];
const FIELD = { totp: 'code', recovery_code: 'recovery_code' } as const;

/** The ticket of a sign-in that needs the second step; undefined for any other error. */
export function ticketOf(error: unknown): string | undefined {
  const isStep = error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED';
  return isStep && typeof error.details.ticket === 'string' ? error.details.ticket : undefined;
}

/** The ticket in the address, after a sign-in with an OpenID Connect provider. */
export function ticketInAddress(): string | undefined {
  return location.hash.startsWith('#imgdl_') ? location.hash.slice(1) : undefined;
}

interface FrameProps {
  title: string;
  text?: string | undefined;
  aside?: ComponentChildren;
  children: ComponentChildren;
}

interface SecondStepProps {
  ticket: string;
  /** What is around it: a page or a dialog. */
  frame: ComponentType<FrameProps>;
  onSignedIn(signedIn: SignedIn): void;
  /** Begins again with the password. */
  onBack(): void;
}

/** The second step of a sign-in: a code of the app, a passkey or a recovery code. */
export function SecondStep({ ticket, frame: Frame, onSignedIn, onBack }: SecondStepProps) {
  const [step, setStep] = useState<StepInfo>();
  const [method, setMethod] = useState<Method>('totp');
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    api.post<StepInfo>('/auth/second-factor/options', { ticket }).then(
      (loaded) => {
        const usable = usableMethods(loaded);
        setStep({ ...loaded, methods: usable });
        setMethod(usable[0] ?? 'recovery_code');
      },
      (error: unknown) => setFailure(explain(error)),
    );
  }, [ticket]);
  const prove = async (proof: object) =>
    onSignedIn(await api.post<SignedIn>('/auth/second-factor', { ticket, ...proof }));
  const others = step?.methods.filter((one) => one !== method) ?? [];
  const labels = {
    totp: t('two-step-sign-in-use-code'),
    passkey: t('two-step-sign-in-use-passkey'),
    recovery_code: t('two-step-sign-in-use-recovery'),
  };
  const texts = {
    totp: t('two-step-sign-in-code-text'),
    passkey: t('two-step-sign-in-passkey-text'),
    recovery_code: t('two-step-sign-in-recovery-text'),
  };
  const back = (
    <Button kind="plain" onClick={onBack}>
      {t('two-step-sign-in-back')}
    </Button>
  );
  return (
    <Frame title={t('two-step-sign-in-title')} text={step === undefined ? undefined : texts[method]} aside={back}>
      {failure !== undefined && <ErrorMessage>{failure}</ErrorMessage>}
      {step === undefined && failure === undefined && <Spinner label={t('common-loading')} />}
      {step !== undefined && method === 'passkey' && (
        <PasskeyForm
          label={t('two-step-sign-in-use-passkey')}
          prove={async () => prove({ passkey: await signWithPasskey(step.passkey ?? {}) })}
        />
      )}
      {step !== undefined && method !== 'passkey' && (
        <CodeForm key={method} method={method} prove={(code) => prove({ [FIELD[method]]: code })} />
      )}
      {others.map((one) => (
        <Button key={one} kind="plain" class="wide" onClick={() => setMethod(one)}>
          {labels[one]}
        </Button>
      ))}
    </Frame>
  );
}

/** The methods that this browser can use, the easiest first. */
function usableMethods({ methods }: StepInfo): Method[] {
  const order: Method[] = ['passkey', 'totp', 'recovery_code'];
  return order.filter((one) => methods.includes(one) && (one !== 'passkey' || canUsePasskeys()));
}

function CodeForm({ method, prove }: { method: 'totp' | 'recovery_code'; prove(code: string): Promise<void> }) {
  const [code, setCode] = useState('');
  const isApp = method === 'totp';
  const wrong = isApp ? t('two-step-code-wrong') : t('two-step-sign-in-recovery-wrong');
  const field = FIELD[method];
  const { form, busy, errors, errorMessage, onSubmit } = useForm({
    check: () => ((isApp ? /^\s*(\d\s*){6}$/.test(code) : code.trim() !== '') ? {} : { [field]: wrong }),
    send: () => prove(code.trim()),
  });
  return (
    <form ref={form} class="stack" noValidate onSubmit={onSubmit}>
      <TextField
        label={isApp ? t('two-step-sign-in-code') : t('two-step-sign-in-recovery-code')}
        name={field}
        autocomplete={isApp ? 'one-time-code' : 'off'}
        inputMode={isApp ? 'numeric' : 'text'}
        autocapitalize="off"
        spellcheck={false}
        maxLength={isApp ? 16 : 64}
        value={code}
        error={errors[field]}
        onInput={({ currentTarget }) => setCode(currentTarget.value)}
      />
      {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
      <Button submit busy={busy}>
        {t('two-step-sign-in-action')}
      </Button>
    </form>
  );
}

/** A button that asks the browser for a passkey. */
export function PasskeyForm({ label, quiet, prove }: { label: string; quiet?: boolean; prove(): Promise<void> }) {
  const { form, busy, errorMessage, onSubmit } = useForm({ send: prove });
  return (
    <form ref={form} class="stack" onSubmit={onSubmit}>
      {errorMessage !== undefined && <ErrorMessage>{errorMessage}</ErrorMessage>}
      <Button kind={quiet === true ? 'quiet' : 'primary'} submit busy={busy}>
        {label}
      </Button>
    </form>
  );
}
