import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

interface Tab {
  name: string;
  label: string;
}

interface TabsProps {
  /** Accessible name of the tab list. */
  label: string;
  tabs: readonly Tab[];
  chosen: string;
  onChoose(name: string): void;
  /** The panel of the selected tab. */
  children: ComponentChildren;
}

/** Tabs with one visible panel (WAI-ARIA tabs: the arrow keys select the previous or next tab). */
export function Tabs({ label, tabs, chosen, onChoose, children }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  // On a narrow screen the chosen tab may be behind the edge of the list.
  useLayoutEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-selected=true]');
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [chosen]);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ name }) => name === chosen);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const tab = tabs.at(next % tabs.length);
    if (tab === undefined) return;
    onChoose(tab.name);
    list.current?.querySelector<HTMLElement>(`[data-tab="${tab.name}"]`)?.focus();
  };
  return (
    <div class="tabs">
      <div class="tab-list" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            id={`${id}-${tab.name}`}
            data-tab={tab.name}
            aria-selected={tab.name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={tab.name === chosen ? 0 : -1}
            onClick={() => onChoose(tab.name)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div class="tab-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </div>
  );
}
