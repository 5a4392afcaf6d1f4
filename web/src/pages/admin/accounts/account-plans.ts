export const ACCOUNT_PLANS = ['free', 'pro', 'enterprise'] as const;
