/** What a call of the API is answered with, and how it is refused, in the form of the real one. */
export interface StandInAnswer {
  readonly status: number
  readonly body: object
  /** It was answered before, under the same key. */
  readonly isRepeated?: true
}

export class ApiRefusal extends Error {
  readonly status: number
  readonly code: string
  readonly kind: string
  constructor(status: number, code: string, message: string, kind = 'invalid_request_error') {
    super(message)
    this.status = status
    this.code = code
    this.kind = kind
  }
}

export const missing = (what: string, id: string | undefined): ApiRefusal =>
  new ApiRefusal(404, 'resource_missing', `No such ${what}: '${id ?? ''}'`)

export const refusal = ({ status, code, message, kind }: ApiRefusal): StandInAnswer => ({
  status,
  body: { error: { type: kind, ...(code === '' ? {} : { code }), message } },
})
