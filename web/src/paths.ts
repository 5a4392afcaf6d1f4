/**
 * The paths of the application's pages. The server responds to exactly these with the application. `:name` matches one
 * path segment.
 */
export const PATHS = [
  '/',
  '/login',
  '/register',
  '/forgot',
  '/reset',
  '/verify',
  '/library',
  '/albums',
  '/albums/:id',
  '/trash',
  '/account',
  '/admin',
  '/admin/:section',
  '/admin/:section/:id',
] as const;

export type PagePath = (typeof PATHS)[number];
