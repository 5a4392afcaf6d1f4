import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Profile } from '../../../src/api/accounts.ts';
import { formatCount } from '../i18n/format.ts';
import { t } from '../i18n/i18n.ts';
import { navigate, useLocation } from '../router.ts';
import { signOut, useSession, wasSignedIn } from '../session.ts';
import { useStore } from '../store.ts';
import { Menu } from '../ui/menu.tsx';
import { toastError } from '../ui/toast.tsx';
import { UploadProgress } from '../upload/upload-anywhere.tsx';
import { attention, loadAttention } from './attention.ts';

export function SiteHeader() {
  const session = useSession();
  const account = session.status === 'signed-in' ? session.account : undefined;
  // Until the session is known, the links are those of the last visit.
  const isUnknown = session.status === 'unknown' || session.status === 'unreachable';
  const isSignedIn = account !== undefined || (isUnknown && wasSignedIn());
  return (
    <header class={isSignedIn ? 'site-header with-menu' : 'site-header'}>
      <a class="brand" href="/">
        <img src="/favicon.svg" alt="" width="28" height="28" />
        {t('common-site-name')}
      </a>
      <UploadProgress />
      <nav class="site-nav" aria-label={t('common-nav-label')}>
        {isSignedIn ? <SignedIn account={account} /> : <SignedOut />}
      </nav>
    </header>
  );
}

function SignedIn({ account }: { account: Profile | undefined }) {
  const name = account?.name ?? account?.email ?? '';
  const initial = [...name][0]?.toLocaleUpperCase() ?? '';
  return (
    <>
      <NavLink href="/" label={t('common-nav-upload')} />
      <NavLink href="/library" label={t('common-nav-library')} />
      <NavLink href="/albums" label={t('common-nav-albums')} />
      {account?.admin === true && <AdminLink />}
      <Menu
        label={t('common-nav-account-menu', { initial, name })}
        trigger={<span class="avatar">{initial}</span>}
        items={[
          { label: t('common-nav-account'), href: '/account' },
          { label: t('common-nav-trash'), href: '/trash' },
          { label: t('common-nav-sign-out'), onSelect: () => void leave() },
        ]}
      />
    </>
  );
}

function AdminLink() {
  const reported = useStore(attention)?.reported_images ?? 0;
  useEffect(() => void loadAttention(), []);
  return (
    <NavLink href="/admin" label={t('common-nav-admin')}>
      {reported > 0 && <span class="count-badge">{formatCount(reported)}</span>}
    </NavLink>
  );
}

function SignedOut() {
  const { path } = useLocation();
  const onUpload = path === '/';
  return (
    <>
      {!onUpload && (
        <span class="wide-only">
          <NavLink href="/" label={t('common-nav-upload')} />
        </span>
      )}
      <NavLink href="/login" label={t('common-nav-sign-in')} />
      <a class="button small" href="/register" aria-current={path === '/register' ? 'page' : undefined}>
        {t('common-nav-register')}
      </a>
    </>
  );
}

function NavLink({ href, label, children }: { href: string; label: string; children?: ComponentChildren }) {
  const { path } = useLocation();
  const here = path === href || (href !== '/' && path.startsWith(`${href}/`));
  return (
    <a class="nav-link" href={href} aria-current={here ? 'page' : undefined}>
      {label}
      {children}
    </a>
  );
}

async function leave(): Promise<void> {
  try {
    await signOut();
    navigate('/');
  } catch (error) {
    toastError(error);
  }
}
