/** The plans that an account can be on. */
export const ACCOUNT_PLANS = ['free', 'pro', 'enterprise'] as const;
