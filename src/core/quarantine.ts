/** What puts images into quarantine, where only administrators see them. */
export const QUARANTINE_CAUSES = ['administrator', 'account', 'validator'] as const;
export type QuarantineCause = (typeof QUARANTINE_CAUSES)[number];
