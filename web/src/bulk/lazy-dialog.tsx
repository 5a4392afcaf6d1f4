import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { toast } from '../ui/toast.tsx';

interface Closable {
  onClose(): void;
}

/**
 * A dialog whose code loads when it is opened first. If the code cannot be loaded, a toast says so and the dialog closes.
 * @param load imports the component
 */
export function lazyDialog<P extends Closable>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  return function LazyDialog(props: P) {
    const [Shown, setShown] = useState<ComponentType<P> | undefined>(() => loaded);
    useEffect(() => {
      if (loaded !== undefined) return;
      load().then(
        (component) => {
          loaded = component;
          setShown(() => component);
        },
        () => {
          toast(t('common-page-failed-hint'));
          props.onClose();
        },
      );
    }, []);
    return Shown === undefined ? null : <Shown {...props} />;
  };
}
