/** Why the frame does not do what it was asked; what the page is told of it. */
import type { FrameFailure } from '@vest/protocol'

export interface RefusalDetail {
  /** Of the error table, where the server refused. */
  readonly code?: number
  readonly message?: string
  readonly triesLeft?: number
  readonly retryAfterMs?: number
}

export class FrameRefusal extends Error {
  override readonly name = 'FrameRefusal'
  readonly failure: FrameFailure
  readonly detail: RefusalDetail
  constructor(failure: FrameFailure, detail: RefusalDetail = {}) {
    super(failure)
    this.failure = failure
    this.detail = detail
  }
}
