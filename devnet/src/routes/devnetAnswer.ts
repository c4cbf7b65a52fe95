/** A call of devnet and its answers. Bad input gets a code of the error table, as everywhere. */
import { errorEntry, REFUSAL, type ErrorBody } from '@vest/protocol'

export interface DevnetRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** `params` are the named pieces of the path. */
  readonly handle: (body: unknown, params: Readonly<Record<string, string>>) => Promise<DevnetAnswer>
}
export interface DevnetAnswer {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export const DONE: DevnetAnswer = { status: 200, body: {} }

export function refusal(
  status: number,
  code: number,
  msg: string = errorEntry(code).message,
  headers?: Record<string, string>,
): DevnetAnswer {
  const body: ErrorBody = { code, msg, detail: { code, msg } }
  return headers ? { status, body, headers } : { status, body }
}

/** What we use of a schema: the library itself is protocol's business. */
interface Schema<T> {
  safeParse(input: unknown):
    | { readonly success: true; readonly data: T }
    | {
        readonly success: false
        readonly error: {
          readonly issues: readonly { readonly message: string; readonly path: readonly PropertyKey[] }[]
        }
      }
}

/** Parses the body or answers 422 with the field at fault, as the versioned API does. */
export const withBody =
  <T>(schema: Schema<T>, handle: (body: T) => Promise<DevnetAnswer>) =>
  async (body: unknown): Promise<DevnetAnswer> => {
    const parsed = schema.safeParse(body)
    if (parsed.success) return handle(parsed.data)
    const issue = parsed.error.issues[0]
    return refusal(
      422,
      REFUSAL.INVALID_PARAMETER,
      `${issue?.message ?? 'Invalid body'}: ${issue?.path.map(String).join('.') ?? ''}`,
    )
  }
