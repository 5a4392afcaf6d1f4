import { t } from '../i18n/i18n.ts';
import { Toasts } from '../ui/toast.tsx';
import { UploadAnywhere } from '../upload/upload-anywhere.tsx';
import { Outlet } from './outlet.tsx';
import { SessionDialogs, StatusBars } from './session-notices.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

export function App() {
  return (
    <>
      <a class="skip" href="#main">
        {t('common-skip')}
      </a>
      <StatusBars />
      <SiteHeader />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <SiteFooter />
      <UploadAnywhere />
      <Toasts />
      <SessionDialogs />
    </>
  );
}
