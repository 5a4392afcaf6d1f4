import type { Attention } from '../../../src/api/moderation.ts';
import { api } from '../api/api.ts';
import { createStore } from '../store.ts';

/** What waits for an administrator; undefined until it is loaded. */
export const attention = createStore<Attention | undefined>(undefined);

/** Loads the figures again, for example after a decision. A failure leaves the last ones. */
export async function loadAttention(): Promise<void> {
  try {
    attention.set(await api.get<Attention>('/admin/attention'));
  } catch {
    // The pages behind the figures say what is wrong.
  }
}
