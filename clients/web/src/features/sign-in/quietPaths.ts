/** Pages that are read before anything is signed: the registration dialog does not cover them ([2.33]). */
const QUIET = ['/terms', '/privacy']

export const isQuietPath = (path: string): boolean =>
  QUIET.some((quiet) => path === quiet || path.startsWith(`${quiet}/`))
