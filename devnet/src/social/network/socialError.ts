/** What a program is told where a call is refused. */
export class SocialError extends Error {
  override readonly name = 'SocialError'
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
