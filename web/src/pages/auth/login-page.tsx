import { useEffect, useState } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';
import { navigate, useLocation } from '../../router.ts';
import { useSession } from '../../session.ts';
import { useSiteInfo } from '../../site-info.ts';
import { AuthPage } from './auth-page.tsx';
import { nextPath } from './next-path.ts';
import { SecondStep, ticketInAddress } from './second-step.tsx';
import { begin, SignInForm } from './sign-in-form.tsx';

/** The page to sign in. */
export default function LoginPage() {
  const { query } = useLocation();
  const session = useSession();
  const site = useSiteInfo();
  const [ticket, setTicket] = useState(ticketInAddress);
  const next = nextPath(query);
  useEffect(() => {
    if (session.status === 'signed-in') navigate(next, { replace: true });
  }, [session.status, next]);
  if (ticket !== undefined) {
    return <SecondStep ticket={ticket} frame={AuthPage} onSignedIn={begin} onBack={() => setTicket(undefined)} />;
  }
  return (
    <AuthPage
      title={t('auth-login-title')}
      text={next === '/' ? undefined : t('auth-login-needed')}
      aside={
        site?.registration === 'closed' ? undefined : (
          <>
            {t('auth-login-no-account')} <a href={`/register${location.search}`}>{t('auth-login-register')}</a>
          </>
        )
      }
    >
      <SignInForm onTicket={setTicket} />
    </AuthPage>
  );
}
