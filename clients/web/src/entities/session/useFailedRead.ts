/**
 * Something that the live layer reads is not there, because it could not be read. The live layer goes on asking by
 * itself; what is answered here asks at once where it can, and shows that it is being asked.
 */
import { useCallback, useEffect, useState } from 'react'
import { useLive } from '../../live/index.ts'

/** Undefined while nothing is missing, and until a read has failed. */
export function useFailedRead(isMissing: boolean, ask?: () => void): (() => void) | undefined {
  const live = useLive()
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    setHasFailed(false)
    return isMissing ? live.onError(() => setHasFailed(true)) : undefined
  }, [live, isMissing])
  const retry = useCallback(() => {
    setHasFailed(false)
    ask?.()
  }, [ask])
  return isMissing && hasFailed ? retry : undefined
}
