import { auth } from '../../texts/auth.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { AuthPage } from './auth-page.tsx';

const words = auth.register;

/** Greets a new user and shows the first API key, which cannot be shown again. */
export function Welcome({ apiKey, next }: { apiKey: string; next: string }) {
  return (
    <AuthPage title={words.welcome} text={words.keyText}>
      <CopyField label={words.key} text={apiKey} />
      <a class="button wide" href={next}>
        {words.go}
      </a>
    </AuthPage>
  );
}
