/**
 * Frames become texts in the order of their arrival, also where one has to be read asynchronously; one that is read when
 * its connection has ended is dropped.
 */
import type { FeedLife } from './feedLife.ts'
import { frameText } from './feedMessages.ts'

export interface FeedFramesPorts {
  readonly life: Pick<FeedLife, 'signal'>
  readonly handleText: (text: string) => void
  readonly reportError: (error: unknown) => void
}

export interface FeedFrames {
  receive(data: unknown): void
  /** Later frames wait no longer for earlier ones, whose connection has ended. */
  forget(): void
}

export function createFeedFrames({ life, handleText, reportError }: FeedFramesPorts): FeedFrames {
  let pendingFrames: Promise<void> | undefined
  return {
    receive(data) {
      const signal = life.signal()
      const handle = (text: string): void => {
        if (!signal.aborted) handleText(text)
      }
      try {
        const text = frameText(data)
        if (typeof text === 'string' && pendingFrames === undefined) return handle(text)
        const pending: Promise<void> = (pendingFrames ?? Promise.resolve())
          .then(() => text)
          .then(handle)
          .catch(reportError)
          .then(() => {
            if (pendingFrames === pending) pendingFrames = undefined
          })
        pendingFrames = pending
      } catch (error) {
        reportError(error)
      }
    },
    forget: () => void (pendingFrames = undefined),
  }
}
