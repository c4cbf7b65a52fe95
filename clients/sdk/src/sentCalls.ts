/** The methods of calls that need nothing but to be sent, made from where they go (`calls/`). */
import type { SentCalls } from './calls/index.ts'
import type { Route } from './calls/route.ts'
import { SENT } from './calls/routes.ts'
import type { CallRequest, Http, Query } from './http.ts'

export const sentCalls = (http: Http): SentCalls =>
  Object.fromEntries(
    Object.entries(SENT).map(([name, route]) => [
      name,
      (...input: readonly unknown[]) => http.call(name as keyof typeof SENT, requestOf(route, input)),
    ]),
  ) as unknown as SentCalls

/** The parameters of the path come first, then the query or the body, or the one field of it. */
function requestOf([, method, path, argument]: Route, input: readonly unknown[]): CallRequest {
  const paramCount = path.split('{').length - 1
  const given = input[paramCount]
  const fields = argument === undefined ? given : { [argument]: given }
  return {
    params: input.slice(0, paramCount) as readonly string[],
    ...(method === 'GET' ? { query: fields as Query | undefined } : { body: fields as object | undefined }),
  }
}
