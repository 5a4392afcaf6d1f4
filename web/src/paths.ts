/** The paths that the application has pages for; the service answers exactly these with it. `:name` is one path segment. */
export const PATHS = [
  '/',
  '/login',
  '/register',
  '/forgot',
  '/reset',
  '/library',
  '/albums',
  '/albums/:id',
  '/account',
  '/admin',
  '/admin/:section',
  '/admin/:section/:id',
] as const;

export type PagePath = (typeof PATHS)[number];
