import type { Html } from './html.ts';

/** A whole page: its title, what goes into the head besides, and its body. */
export interface Page {
  title: string;
  head: Html | null;
  body: Html;
}
