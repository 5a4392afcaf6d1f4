import type { Profile } from '../../../src/api/accounts.ts';
import { navigate, useLocation } from '../router.ts';
import { signOut, useSession } from '../session.ts';
import { common } from '../texts/common.ts';
import { Menu } from '../ui/menu.tsx';
import { toastError } from '../ui/toast.tsx';

const LINKS = [
  { href: '/', label: common.nav.upload },
  { href: '/library', label: common.nav.library },
  { href: '/albums', label: common.nav.albums },
] as const;

export function SiteHeader() {
  const session = useSession();
  return (
    <header class="site-header">
      <a class="brand" href="/">
        <img src="/favicon.svg" alt="" width="28" height="28" />
        {common.siteName}
      </a>
      <nav class="site-nav" aria-label={common.nav.label}>
        {session.status === 'signed-in' && <SignedIn account={session.account} />}
        {session.status === 'anonymous' && <SignedOut />}
      </nav>
    </header>
  );
}

function SignedIn({ account }: { account: Profile }) {
  const name = account.name ?? account.email;
  return (
    <>
      {LINKS.map((link) => (
        <NavLink key={link.href} {...link} />
      ))}
      {account.admin && <NavLink href="/admin" label={common.nav.admin} />}
      <Menu
        label={common.nav.accountMenu(name)}
        trigger={<span class="avatar">{[...name][0]?.toLocaleUpperCase()}</span>}
        items={[
          { label: common.nav.account, href: '/account' },
          { label: common.nav.signOut, onSelect: () => void leave() },
        ]}
      />
    </>
  );
}

function SignedOut() {
  const { path } = useLocation();
  const onUpload = path === '/';
  return (
    <>
      {!onUpload && (
        <span class="wide-only">
          <NavLink href="/" label={common.nav.upload} />
        </span>
      )}
      <NavLink href="/login" label={common.nav.signIn} />
      <a class="button small" href="/register" aria-current={path === '/register' ? 'page' : undefined}>
        {common.nav.register}
      </a>
    </>
  );
}

function NavLink({ href, label }: { href: string; label: string }) {
  const { path } = useLocation();
  const here = path === href || (href !== '/' && path.startsWith(`${href}/`));
  return (
    <a class="nav-link" href={href} aria-current={here ? 'page' : undefined}>
      {label}
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
