/** A parsed body against the schema of its call; the first fault is answered with 422 and the field's name. */
import { malformed, type Refusal } from '../refusal.ts'

/** What is used of a schema of the wire. */
interface BodySchema<Body> {
  safeParse(body: unknown):
    | { readonly success: true; readonly data: Body }
    | {
        readonly success: false
        readonly error: { readonly issues: readonly { readonly path: readonly PropertyKey[] }[] }
      }
}

export function readBody<Body>(schema: BodySchema<Body>, body: unknown): Body | Refusal {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const field = issue?.path.join('.') || 'body'
  return malformed(`${isMissing(body, issue?.path ?? []) ? 'Field required' : 'Malformed'}: ${field}`)
}

/** Whether walking the path ends in nothing: the field is not there at all. */
function isMissing(body: unknown, path: readonly PropertyKey[]): boolean {
  let value: unknown = body
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return true
    value = (value as Record<PropertyKey, unknown>)[key]
  }
  return value === undefined
}
