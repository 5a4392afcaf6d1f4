import './auth.css';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SecondStep } from './second-step.tsx';
import { begin, SignInForm } from './sign-in-form.tsx';

interface SignInDialogProps {
  /** The email address of the account of the page. */
  expected: string | undefined;
  onClose(): void;
}

/** Sign-in over the page, which keeps what was typed and chosen. */
export default function SignInDialog({ expected, onClose }: SignInDialogProps) {
  const [ticket, setTicket] = useState<string>();
  return (
    <Dialog title={t('auth-again-title')} onClose={onClose}>
      <div class="auth-over-page">
        {ticket === undefined ? (
          <>
            <p>{t('auth-again-text')}</p>
            <SignInForm expected={expected} isOverPage onTicket={setTicket} />
          </>
        ) : (
          <SecondStep ticket={ticket} frame={StepFrame} onSignedIn={begin} onBack={() => setTicket(undefined)} />
        )}
      </div>
    </Dialog>
  );
}

interface StepFrameProps {
  text?: string | undefined;
  aside?: ComponentChildren;
  children: ComponentChildren;
}

function StepFrame({ text, aside, children }: StepFrameProps) {
  return (
    <>
      {text !== undefined && <p>{text}</p>}
      {children}
      {aside}
    </>
  );
}

interface OtherAccountProps {
  chosenAs: string | undefined;
  now: string;
  onAnswer(uploads: boolean): void;
}

/** Asks whether files that were chosen as one account are uploaded to another. */
export function OtherAccountDialog({ chosenAs, now, onAnswer }: OtherAccountProps) {
  return (
    <Dialog title={t('auth-other-title')} onClose={() => onAnswer(false)}>
      <p>{t('auth-other-text', { chosen: chosenAs ?? '', now })}</p>
      <div class="choices end">
        <Button kind="quiet" onClick={() => onAnswer(false)}>
          {t('auth-other-keep')}
        </Button>
        <Button onClick={() => onAnswer(true)}>{t('auth-other-upload')}</Button>
      </div>
    </Dialog>
  );
}
