import { Outlet } from './shell/outlet.tsx';
import { SiteFooter } from './shell/site-footer.tsx';
import { SiteHeader } from './shell/site-header.tsx';
import { common } from './texts/common.ts';
import { Toasts } from './ui/toast.tsx';

export function App() {
  return (
    <>
      <a class="skip" href="#main">
        {common.skip}
      </a>
      <SiteHeader />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <SiteFooter />
      <Toasts />
    </>
  );
}
